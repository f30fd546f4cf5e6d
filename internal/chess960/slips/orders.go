package slips

// An Order is that of king, rooks and knights, from a to h: "RNKNR".
type Order string

// String returns the letters.
func (o Order) String() string { return string(o) }

// Orders are two orders that follow each other in the list of all ten.
type Orders struct {
	Given, Meant Order
	Step         OrderStep
}

// An OrderStep says in a sentence how an order leads to the next one.
type OrderStep struct {
	Kind     StepKind
	From, To Order
}

// Sentence returns the kind.
func (s OrderStep) Sentence() string { return string(s.Kind) }

// A StepKind says which knight moves on.
type StepKind string

// orders is the number of orders.
const orders = 10

// ordersOf returns two orders by their rows in the list, which follow each other.
func ordersOf(given, meant int) Orders {
	left, _ := knightsOf(min(given, meant))
	next, _ := knightsOf(max(given, meant))
	step := OrderStep{"rightKnight", orderOf(min(given, meant)), orderOf(max(given, meant))}
	if left != next {
		step.Kind = "leftKnight"
	}
	return Orders{orderOf(given), orderOf(meant), step}
}

// orderOf returns the order in a row of the list, from 0.
func orderOf(row int) Order {
	letters, rest := [5]byte{}, "RKR"
	left, right := knightsOf(row)
	for i := range letters {
		if i == left || i == right {
			letters[i] = 'N'
		} else {
			letters[i], rest = rest[0], rest[1:]
		}
	}
	return Order(letters[:])
}

// knightsOf returns the squares of the knights among the five that bishops and queen leave.
func knightsOf(row int) (left, right int) {
	for pairs := 4; row >= pairs; pairs-- {
		row -= pairs
		left++
	}
	return left, left + 1 + row
}

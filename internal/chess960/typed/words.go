package typed

import "strings"

// IsLink reports whether the word only links the pieces of a list, in any language:
// "and", "on", "the". A single letter that can be a file or a piece is no link.
func IsLink(word string) bool { return links.has(word) }

var links = setOf(`and on at is are the an then both with of in to
	white whites file files
	und auf der die das den dem ein eine dann steht stehen weiß
	et sur le la les un une puis en blanc blanche
	y el los las una blanco blanca luego
	il lo gli i poi bianco su sul sulla
	o os as um uma e depois
	de het een op wit
	och på ett sedan vit
	og så
	ja sitten
	és majd
	ve sonra
	и на затем та й і
	și pe
	και στο ο η το
	ו
	和 と 、`)

// IsChoice reports whether the word stands between two things of which one is meant, in any language.
func IsChoice(word string) bool { return choices.has(word) }

var choices = setOf("or vs oder ou o oppure или")

// An Owner is the player whose pieces a text names.
type Owner int

// The owners.
const (
	Own   Owner = iota // the player who asks, or nobody in particular
	Enemy              // the other player
	White
	Black
)

// OwnerOf returns the owner that a word names: "white", "W", "enemy", "my", in the languages that
// the bot speaks.
func OwnerOf(word string) (o Owner, ok bool) { return owners.meaning(word) }

var owners = func() dictionary[Owner] {
	byWord := dictionary[Owner]{}
	for owner, words := range []string{
		Own:   "my mine own mein meine meiner meinem eigene eigener mon ma mes mi mis mio mia miei meu minha meus minhas мой моя мои свой своя свои",
		Enemy: "enemy enemies opponent opponents opposing gegner gegners gegnerisch gegnerische gegnerischer gegnerisches gegnerischem ennemi ennemie ennemis adverse adverses adversaire enemigo enemiga enemigos rival contrario contraria nemico nemica nemici avversario avversaria avversari inimigo inimiga inimigos adversário adversária adversários вражеский вражеская вражеские вражеского соперник соперника противник противника чужой чужая",
		White: "w white whites weiß weiss weißer weiße weißes blanc blanche blancs blanches blanco blanca blancos blancas bianco bianca bianchi bianche branco branca brancos brancas белый белая белые белых",
		Black: "b black blacks schwarz schwarzer schwarze schwarzes noir noire noirs noires negro negra negros negras nero nera neri nere preto preta pretos pretas чёрный чёрная чёрные чёрных",
	} {
		byWord.add(words, Owner(owner))
	}
	return byWord
}()

// IsPawn reports whether a word means a pawn, in the languages that the bot speaks.
func IsPawn(word string) bool { return pawns.has(word) }

var pawns = setOf("p pawn pawns bauer bauern pion pions peón peones pedone pedoni peão peões пешка пешки")

// Number returns the number from 0 to 20 that a word is in English, German, French or
// Spanish.
func Number(word string) (n int, ok bool) { return numbers.meaning(word) }

var numbers = func() dictionary[int] {
	byWord := dictionary[int]{}
	for _, words := range []string{
		"zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty",
		"null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig",
		"zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt",
		"cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte",
	} {
		for n, word := range strings.Fields(words) {
			byWord.add(word, n)
		}
	}
	return byWord
}()

// A dictionary has the meanings of words, in any case and without accents.
type dictionary[T any] map[string]T

// longestWord is the most bytes of a word that can have a meaning here.
const longestWord = 60

// meaning returns the meaning of a word as typed.
func (d dictionary[T]) meaning(word string) (meaning T, ok bool) {
	if len(word) <= longestWord {
		meaning, ok = d[fold(word)]
	}
	return meaning, ok
}

// has reports whether a word as typed has a meaning.
func (d dictionary[T]) has(word string) bool {
	_, ok := d.meaning(word)
	return ok
}

// add gives words with spaces between them a meaning. A word keeps the meaning that it has.
func (d dictionary[T]) add(words string, meaning T) {
	for word := range strings.FieldsSeq(words) {
		if _, ok := d[fold(word)]; !ok {
			d[fold(word)] = meaning
		}
	}
}

func setOf(words string) dictionary[bool] {
	set := dictionary[bool]{}
	set.add(words, true)
	return set
}

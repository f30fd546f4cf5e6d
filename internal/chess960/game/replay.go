package game

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/typed"
)

// A Turn is a player's turn in a game. The zero Turn is the end.
type Turn struct {
	Number int
	Player castling.Colour
}

var turnPattern = typed.Lazy(`(?i)^\s*(?:«move»\s*)?(\d{1,4})\s*(?:(«white»|\.)|(«black»|\.\.+|…))?\s*$`)

// ParseTurn reads a turn: "9", "9w" and "9." are White's ninth, "9b" and "9..." Black's.
func ParseTurn(text string) (turn Turn, ok bool) {
	m := turnPattern().FindStringSubmatch(text)
	if m == nil {
		return Turn{}, false
	}
	turn.Number, _ = strconv.Atoi(m[1]) // at most four digits
	if m[3] != "" {
		turn.Player = castling.Black
	}
	return turn, turn.Number > 0
}

// String returns the turn as scores write it: "9." or "9...".
func (t Turn) String() string {
	return strconv.Itoa(t.Number) + []string{castling.White: ".", castling.Black: "..."}[t.Player]
}

// Next returns the turn of the next move.
func (p Position) Next() Turn { return Turn{p.number, p.Turn()} }

// A Replayed is a game that has been played to a turn.
type Replayed struct {
	Position                 // there
	Language *typed.Language // of the letters of the pieces
	Illegal  *Illegal        // why the next move is not legal; nil if all moves are
	Played   int             // moves of either player
	Losses   Losses
}

// Replay plays moves from a position until the turn, or to the end, or to a move that is not
// legal. The number of the first move is the one that is written.
//
// The letters of the pieces are those of the language in which the most moves can be played,
// English before others, and the languages of the reader before the rest. A castling has no letter: if English fails at one, no other language is
// tried.
func Replay(start Position, moves []Written, until Turn, reader ...string) Replayed {
	if len(moves) > 0 && moves[0].Number > 0 {
		start.number = moves[0].Number
	}
	languages := slices.Clone(typed.Languages())
	slices.SortStableFunc(languages[1:], func(a, b *typed.Language) int {
		return cmp.Compare(uint(slices.Index(reader, a.Code)), uint(slices.Index(reader, b.Code))) // -1 is the largest
	})
	var best Replayed
	for i, language := range languages {
		r := replay(start, moves, until, language)
		if i == 0 || r.Played > best.Played {
			best = r
		}
		if r.Illegal == nil || i == 0 && r.Illegal.Reasons != nil || !slices.ContainsFunc(moves[:r.Played+1], hasLetter) {
			break
		}
	}
	return best
}

// Deciding returns the indexes of the pieces, in the order of the letters of the language, that the moves
// name by other letters than English ones.
func (r Replayed) Deciding(moves []Written) (pieces []int) {
	for i, letter := range r.Language.Letters {
		names := func(m Written) bool {
			parts := movePattern.FindStringSubmatch(plain(m.Text))
			return parts != nil && (strings.EqualFold(parts[1], letter) || strings.EqualFold(parts[5], letter))
		}
		if letter != typed.English[i:i+1] && slices.ContainsFunc(moves[:r.Played], names) {
			pieces = append(pieces, i)
		}
	}
	return pieces
}

// hasLetter reports whether a move names its piece or its promotion with a letter.
func hasLetter(m Written) bool {
	parts := movePattern.FindStringSubmatch(plain(m.Text))
	return parts != nil && parts[1]+parts[5] != ""
}

// replay plays moves in the letters of a language.
func replay(start Position, moves []Written, until Turn, language *typed.Language) Replayed {
	r := Replayed{Position: start, Language: language}
	for _, written := range moves {
		if r.Next() == until {
			break
		}
		if written.Number == 1 && r.number > 1 {
			r.Illegal = &Illegal{Turn: r.Next(), Text: written.Text, Because: Because{Why: Anew}}
			break
		}
		// The moves may begin with one of Black, “1... e5”. Some people write the dots before each move, “1... e4 1... e5”.
		ofBlack := moves[0].Black && (len(moves) < 2 || !moves[1].Black || moves[1].Number != moves[0].Number)
		if r.Played == 0 && r.Turn() == castling.White && ofBlack {
			r.Illegal = &Illegal{Turn: r.Next(), Text: written.Text, Because: Because{Why: OtherTurn}}
			break
		}
		var m Move
		if m, r.Illegal = r.read(written.Text, language); r.Illegal != nil {
			if r.Illegal.Reasons != nil {
				r.Illegal.Loss = r.Losses[r.Turn()][r.Illegal.Side]
			}
			if other := r.Position; r.Played == 0 && r.Illegal.Because.Why == Nobody {
				other.Pass()
				if _, no := other.read(written.Text, language); no == nil {
					r.Illegal.Because.Why = OtherTurn
				}
			}
			break
		}
		before := r.Position
		r.Position = r.Play(m)
		r.Played++
		r.lose(m, before)
	}
	return r
}

// Losses are the rights to castle that a game has taken, by castling.Colour and
// chess960.CastlingSide. The zero Loss is none.
type Losses [2][2]Loss

// String writes the losses for [ParseLosses]: "KQC7kR12h8" if White castled on move 7, and Black's rook
// left h8 on move 12.
func (l Losses) String() (code string) {
	for i, slot := range "KQkq" {
		loss := l[i/2][i%2]
		if loss.How == "" {
			continue
		}
		code += string(slot)
		if i%2 == 0 && loss == l[i/2][1] {
			continue
		}
		code += howLetters[loss.How] + strconv.Itoa(loss.Number)
		if loss.How == RookMoved || loss.How == RookTaken {
			code += loss.Square.String()
		}
	}
	return code
}

var (
	howLetters = map[How]string{Castled: "C", KingMoved: "M", RookMoved: "R", RookTaken: "T"}
	lossCode   = regexp.MustCompile(`([KQkq]+)([CMRT])(\d{1,4})([a-h][1-8])?`)
)

// ParseLosses reads the losses that String has written.
func ParseLosses(code string) (l Losses) {
	for _, m := range lossCode.FindAllStringSubmatch(code, -1) {
		var loss Loss
		for how, letter := range howLetters {
			if letter == m[2] {
				loss.How = how
			}
		}
		loss.Number, _ = strconv.Atoi(m[3]) // at most four digits
		if m[4] != "" {
			loss.Square = squareOf(m[4])
		}
		for _, slot := range m[1] {
			i := strings.IndexRune("KQkq", slot)
			l[i/2][i%2] = loss
		}
	}
	return l
}

// A Loss says how a right to castle was lost, as a sentence.
type Loss struct {
	How    How
	Number int             // of the move
	Square castling.Square // of a rook that moved or was taken
}

// Sentence returns how.
func (l Loss) Sentence() string { return string(l.How) }

// A How is a way to lose the right to castle to a side.
type How string

// The ways.
const (
	Castled   How = "castled"
	KingMoved How = "kingMoved"
	RookMoved How = "rookMoved"
	RookTaken How = "rookTaken"
)

// lose notes the rights to castle that a move has taken.
func (r *Replayed) lose(m Move, before Position) {
	for _, player := range []castling.Colour{castling.White, castling.Black} {
		for _, side := range chess960.CastlingSides() {
			rook, had := before.Rook(player, side)
			if _, has := r.Rook(player, side); !had || has {
				continue
			}
			loss := Loss{How: KingMoved, Number: before.number}
			switch {
			case before.isCastling(m):
				loss.How = Castled
			case m.From == rook:
				loss.How, loss.Square = RookMoved, rook
			case m.To == rook:
				loss.How, loss.Square = RookTaken, rook
			}
			r.Losses[player][side] = loss
		}
	}
}

// An Illegal is a move that is not legal.
type Illegal struct {
	Turn    Turn
	Text    string // as written
	Side    chess960.CastlingSide
	Reasons []castling.Reason // against a castling to the side
	Loss    Loss              // of its right in the game; the zero Loss for none
	Because Because           // for all other moves
}

// Because says why a move is not legal.
//
//	Why       Piece  To      From
//	Unread                                it is no move at all
//	Castling                              nor this, but perhaps a castling
//	Anew                                  another game begins with it
//	OtherTurn                             only the opponent of Player has such a move
//	Absent    kind           square       no pawn is there
//	Nobody    kind   target               no such piece can go there
//	Several   kind   target  their        each of them can
//	Leaves    kind   king's  attacker's   By would attack the king
//	Promotes  kind   target               the new piece is missing
type Because struct {
	Why   Why
	Piece castling.Piece
	To    castling.Square
	From  []castling.Square
	By    castling.Piece

	Player castling.Colour // whose turn it is
}

// Sentence returns the reason.
func (b Because) Sentence() string { return string(b.Why) }

// A Why is a reason why a move is not legal.
type Why string

// The reasons.
const (
	Unread    Why = "unread"
	Castling  Why = "castling"
	Anew      Why = "anew"
	OtherTurn Why = "turn"
	Absent    Why = "absent"
	Nobody    Why = "nobody"
	Several   Why = "several"
	Leaves    Why = "leaves"
	Promotes  Why = "promotes"
)

// Parts of a move: letters of the piece, file and rank of its square, target, promotion.
var movePattern = regexp.MustCompile(`^([^a-h0-9:xO-]{0,4})([a-h])?([1-8])?[-x:]?([a-h][1-8])=?[(/]?(\pL{0,2})\)?$`)

// uciPattern is a move in UCI, "e7e8q".
var uciPattern = regexp.MustCompile(`^[a-h][1-8][a-h][1-8][qrbn]?$`)

var castlingPattern = regexp.MustCompile(`^[O0oО]-?[O0oО](-?[O0oО])?$`) // also the Cyrillic О

// takesPiece is a move that names what it captures, “KxR”: it needs a square.
var takesPiece = regexp.MustCompile(`^\pL{1,2}[x:]\pL{1,2}[a-h]?[1-8]?$`)

// isMeantAsMove reports whether a word is a move, or close to one.
func isMeantAsMove(word string) bool {
	return looksLikeMove(word) || takesPiece.MatchString(plain(word))
}

// looksLikeMove reports whether a word has the form of a move.
func looksLikeMove(word string) bool {
	word = plain(word)
	return castlingPattern.MatchString(word) || movePattern.MatchString(word)
}

// plain returns a move without signs about it, with one kind of dash and letters for chess
// figures.
func plain(word string) string {
	const longest = 24 // bytes of a move
	if len(word) > longest {
		return ""
	}
	word = strings.TrimSuffix(strings.TrimSuffix(word, "e.p."), "ep")
	if strings.ContainsAny(word, "авсе") {
		word = cyrillicFile.ReplaceAllStringFunc(word, latinFile.Replace)
	}
	return strings.Map(func(r rune) rune {
		switch {
		case isFigure(r):
			return rune("KQRBNP"[(r-'♔')%6])
		case r == '–', r == '—', r == '‑', r == '−':
			return '-'
		case r == '×', r == 'х', r == 'Х':
			return 'x'
		case r == '\ufe0e', r == '\ufe0f':
			return -1
		}
		return r
	}, strings.TrimRight(word, "+#!?†‡±∓∞=□⩲⩱."))
}

var (
	// cyrillicFile is a square whose file is typed on a Russian keyboard, with a letter that looks the same.
	cyrillicFile = regexp.MustCompile(`[авсе][1-8]`)
	latinFile    = strings.NewReplacer("а", "a", "в", "b", "с", "c", "е", "e")
)

func isFigure(r rune) bool { return '♔' <= r && r <= '♟' }

// pieceOf returns the piece that letters mean in a language.
func pieceOf(letters string, language *typed.Language) (chess960.Piece, bool) {
	switch letters = strings.Map(unicode.ToUpper, letters); letters {
	case "":
		return 0, true
	case "P":
		if !slices.Contains(language.Letters[:], "P") {
			return castling.Pawn, true
		}
	}
	english, ok := language.Translate(letters)
	if !ok || len(english) != 1 {
		return 0, false
	}
	return chess960.Piece(english[0]), true
}

// read returns the legal move that a word means, or why there is none. Figures mean the same in all
// languages.
func (p *Position) read(word string, language *typed.Language) (Move, *Illegal) {
	wrong := &Illegal{Turn: p.Next(), Text: word, Because: Because{Why: Unread, Player: p.Turn()}}
	text := plain(word)
	if strings.ContainsFunc(word, isFigure) {
		language = typed.Languages()[0] // plain writes figures in English
	}
	if m := castlingPattern.FindStringSubmatch(text); m != nil {
		side := chess960.HSide
		if m[1] != "" {
			side = chess960.ASide
		}
		return p.readCastling(side, wrong)
	}
	parts := movePattern.FindStringSubmatch(text)
	if parts == nil {
		if king, _ := utf8.DecodeRuneInString(language.Letters[0]); text != "" && strings.ContainsRune("KkOo0О"+string(king), []rune(text)[0]) || typed.Is(text, "castling") {
			wrong.Because.Why = Castling
		}
		return Move{}, wrong
	}
	w := wanted{file: parts[2], rank: parts[3], to: squareOf(parts[4])}
	var ok, promotes bool
	w.kind, ok = pieceOf(parts[1], language)
	w.promotion, promotes = pieceOf(parts[5], language)
	if len(parts[5]) == 1 && strings.Contains("qrbn", parts[5]) { // UCI
		w.promotion, promotes = chess960.Piece(parts[5][0]-'a'+'A'), true
	}
	if !ok || !promotes {
		return Move{}, wrong
	}
	if king := p.King(p.Turn()); w.kind == chess960.King && (w.file == "" || w.file == king.File().String()) {
		side, castles := p.castlingByKing(king, w.to)
		if castles && (w.to.File() == 2 || w.to.File() == 6 || p.isCastling(Move{From: king, To: w.to})) {
			return p.readCastling(side, wrong)
		}
	}
	if w.kind == 0 {
		w.kind = castling.Pawn
		if w.file != "" && w.rank != "" { // UCI
			from := squareOf(w.file + w.rank)
			if side, castles := p.castlingByKing(from, w.to); castles {
				return p.readCastling(side, wrong)
			}
			if piece := p.Piece(from); piece != 0 {
				w.kind = piece.Kind()
			}
		} else if w.file == "" {
			w.file = w.to.File().String()
		}
	}
	return p.find(w, wrong)
}

func squareOf(name string) castling.Square {
	return castling.Square((name[1]-'1')*8 + name[0] - 'a')
}

// castlingByKing reports whether UCI's move of the king is a castling: onto a rook, or over
// more than one square of the first rank.
func (p *Position) castlingByKing(from, to castling.Square) (side chess960.CastlingSide, castles bool) {
	if to < from {
		side = chess960.ASide
	}
	isKing := p.Piece(from) == castling.PieceOf(p.Turn(), chess960.King)
	far := from.Rank() == to.Rank() && from == p.Turn().Square(from.File()) && max(from, to)-min(from, to) > 1
	return side, isKing && (far || p.isCastling(Move{From: from, To: to}))
}

func (p *Position) readCastling(side chess960.CastlingSide, wrong *Illegal) (Move, *Illegal) {
	m, reasons := p.castle(side)
	if reasons != nil {
		wrong.Because, wrong.Side, wrong.Reasons = Because{}, side, reasons
		return Move{}, wrong
	}
	return m, nil
}

// A wanted is what a written move says.
type wanted struct {
	kind       chess960.Piece
	file, rank string // of the piece's square; "" if the move does not say
	to         castling.Square
	promotion  chess960.Piece
}

// find returns the one legal move that is wanted.
func (p *Position) find(w wanted, wrong *Illegal) (Move, *Illegal) {
	because := &wrong.Because
	because.Piece, because.To = castling.PieceOf(p.Turn(), w.kind), w.to
	var can, legal []Move
	promotes := true
	for from := range castling.Square(64) {
		if p.Piece(from) != because.Piece || w.file != "" && w.file != from.File().String() || w.rank != "" && w.rank != strconv.Itoa(from.Rank()) {
			continue
		}
		for _, m := range p.fromSquare(nil, from) {
			if m.To != w.to {
				continue
			}
			if m.Promotion != w.promotion {
				promotes = false
				continue
			}
			can = append(can, m)
			if p.attacker(m) == nil {
				legal = append(legal, m)
			}
		}
	}
	switch {
	case len(legal) == 1:
		return legal[0], nil
	case len(legal) > 1:
		because.Why = Several
		for _, m := range legal {
			because.From = append(because.From, m.From)
		}
	case len(can) > 0:
		because.Why, because.From = Leaves, p.attacker(can[0])[:1]
		after := p.Play(can[0])
		because.To, because.By = after.King(p.Turn()), after.Piece(because.From[0])
	case promotes:
		because.Why = Nobody
		if behind, on := w.to.Towards(0, 2*int(p.Turn())-1); on && w.kind == castling.Pawn && w.file != "" && w.rank == "" && w.file != w.to.File().String() {
			from := squareOf(w.file + strconv.Itoa(behind.Rank()))
			if p.Piece(from) != because.Piece {
				because.Why, because.From = Absent, []castling.Square{from}
			}
		}
	case w.promotion == 0:
		because.Why = Promotes
	}
	return Move{}, wrong
}

package recognize_test

import (
	"fmt"
	"slices"
	"strings"

	"chess960bot/internal/chess960"
)

// diagram writes a board in lines. row makes a line of a rank's squares.
func diagram(p chess960.Position, empty string, row func(rank int, squares []string) string) string {
	var b strings.Builder
	for rank := 8; rank >= 1; rank-- {
		squares := slices.Repeat([]string{empty}, 8)
		switch rank {
		case 1:
			squares = strings.Split(p.String(), "")
		case 2:
			squares = slices.Repeat([]string{"P"}, 8)
		case 7:
			squares = slices.Repeat([]string{"p"}, 8)
		case 8:
			squares = strings.Split(strings.ToLower(p.String()), "")
		}
		b.WriteString(row(rank, squares))
	}
	return b.String()
}

// joined writes a diagram with marks between the squares of a rank, and for empty squares.
func joined(between, empty string) func(chess960.Position) string {
	return func(p chess960.Position) string {
		return diagram(p, empty, func(_ int, squares []string) string { return strings.Join(squares, between) + "\n" })
	}
}

// framed writes a diagram as Stockfish does.
func framed(p chess960.Position) string {
	line := " +---+---+---+---+---+---+---+---+\n"
	return line + diagram(p, " ", func(rank int, squares []string) string {
		return fmt.Sprintf(" | %s | %d\n%s", strings.Join(squares, " | "), rank, line)
	}) + "   a   b   c   d   e   f   g   h\n\nFen: startpos?\n"
}

// labelled writes a diagram with the names of files and ranks.
func labelled(p chess960.Position) string {
	return diagram(p, ".", func(rank int, squares []string) string {
		return fmt.Sprintf("%d  %s\n", rank, strings.Join(squares, " "))
	}) + "   a b c d e f g h\n"
}

func diagrams() []form {
	return []form{
		{"diagrams", "points", joined(" ", ".")}, {"diagrams", "points without spaces", joined("", ".")}, {"diagrams", "dashes", joined("", "-")}, {"diagrams", "dashes and spaces", joined(" ", "-")}, {"diagrams", "stars", joined(" ", "*")}, {"diagrams", "underscores", joined(" ", "_")}, {"diagrams", "middle dots", joined(" ", "·")}, {"diagrams", "blank ranks", joined(" ", " ")},
		{"diagrams", "bars", joined("|", " ")}, {"diagrams", "squares", joined("", "□")}, {"diagrams", "emoji squares", joined("", "⬜")},
		{"diagrams", "frame", framed}, {"diagrams", "labels", labelled},
		{"diagrams", "code block", func(p chess960.Position) string { return "Here:\n```\n" + labelled(p) + "```\nHave fun!" }},
		{"diagrams", "quoted", func(p chess960.Position) string { return "> " + strings.ReplaceAll(joined(" ", ".")(p), "\n", "\n> ") }},
		{"diagrams", "labels on both sides", func(p chess960.Position) string {
			return "  a b c d e f g h\n" + diagram(p, ".", func(rank int, squares []string) string {
				return fmt.Sprintf("%d %s %d\n", rank, strings.Join(squares, " "), rank)
			}) + "  a b c d e f g h\n"
		}},
		{"diagrams", "figures", func(p chess960.Position) string { return inFigures(joined(" ", "·")(p)) }},
		{"diagrams", "figures, box", func(p chess960.Position) string {
			return "  ╔═════════════════╗\n" + inFigures(diagram(p, "·", func(rank int, squares []string) string {
				return fmt.Sprintf("%d ║ %s ║\n", rank, strings.Join(squares, " "))
			})) + "  ╚═════════════════╝\n    a b c d e f g h\n"
		}},
		{"diagrams", "figures with bars", func(p chess960.Position) string {
			return inFigures(diagram(p, " ", func(rank int, squares []string) string {
				return fmt.Sprintf("%d │%s│\n", rank, strings.Join(squares, "│"))
			}))
		}},
		{"diagrams", "Markdown table", func(p chess960.Position) string {
			return "| |a|b|c|d|e|f|g|h|\n|-|-|-|-|-|-|-|-|-|\n" + inFigures(diagram(p, " ", func(rank int, squares []string) string {
				return fmt.Sprintf("|%d|%s|\n", rank, strings.Join(squares, "|"))
			}))
		}},
		{"diagrams", "encyclopedia", func(p chess960.Position) string {
			return diagram(p, " ", func(rank int, squares []string) string {
				for i, s := range squares {
					if s != " " {
						squares[i] = strings.ToLower(s) + map[bool]string{true: "d", false: "l"}[s == strings.ToLower(s)]
					}
				}
				return fmt.Sprintf("%d|%s|=\n", rank, strings.Join(squares, "|"))
			})
		}},
		{"diagrams", "from Black's side", func(p chess960.Position) string {
			lines := strings.Split(strings.TrimSpace(joined(" ", ".")(p)), "\n")
			slices.Reverse(lines)
			for i, line := range lines {
				squares := strings.Split(line, " ")
				slices.Reverse(squares)
				lines[i] = fmt.Sprint(i+1, "  ", strings.Join(squares, " "))
			}
			return strings.Join(lines, "\n") + "\n   h g f e d c b a"
		}},
		{"diagrams", "two ranks", func(p chess960.Position) string { return "P P P P P P P P\n" + between(p.String(), " ") }},
		{"diagrams", "upper case", func(p chess960.Position) string { return strings.ToUpper(joined(" ", ".")(p)) }},
	}
}

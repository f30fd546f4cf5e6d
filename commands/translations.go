package commands

import (
	"chess960bot/chat"

	"github.com/bwmarrin/discordgo"
)

// translated returns the definition with translated descriptions, also of its
// options.
func translated(d chat.Definition) chat.Definition {
	d.Localized = translationsOf(d.Description)
	d.Options = translatedOptions(d.Options)
	return d
}

func translatedOptions(options []chat.Option) []chat.Option {
	var translated []chat.Option
	for _, o := range options {
		o.Localized = translationsOf(o.Description)
		o.Options = translatedOptions(o.Options)
		translated = append(translated, o)
	}
	return translated
}

func translationsOf(description string) chat.Translations {
	t, ok := descriptions[description]
	if !ok {
		return nil
	}
	return chat.Translations{discordgo.German: t.german, discordgo.French: t.french, discordgo.SpanishES: t.spanish, discordgo.SpanishLATAM: t.spanish}
}

// descriptions are the translations of every description, by the English text. Names
// of commands and options stay English, so that people can tell each other what to
// type.
var descriptions = map[string]struct{ german, french, spanish string }{
	"Show the start position for a Chess960 number": {
		"Zeigt die Grundstellung zu einer Chess960-Nummer",
		"Affiche la position de départ d'un numéro de Chess960",
		"Muestra la posición inicial de un número de Chess960",
	},
	"The number, 0 to 959; the classical array is 518": {
		"Die Nummer, 0 bis 959; die klassische Grundstellung ist 518",
		"Le numéro, de 0 à 959 ; la position classique est 518",
		"El número, de 0 a 959; la posición clásica es 518",
	},
	"Whose number it is, if not an SP number": {
		"Nach welcher Zählung, wenn nicht als SP-Nummer",
		"Selon quelle numérotation, si ce n'est pas un numéro SP",
		"Según qué numeración, si no es un número SP",
	},
	"Show a shortest way there from the classical array, exchanging two pieces at a time": {
		"Zeigt einen kürzesten Weg von der klassischen Grundstellung, je zwei Figuren im Tausch",
		"Montre un plus court chemin depuis la position classique, en échangeant deux pièces à la fois",
		"Muestra un camino más corto desde la posición clásica, cambiando dos piezas cada vez",
	},
	"Walk a path of such swaps from the classical array, such as 12ES": {
		"Geht einen Weg solcher Tausche von der klassischen Grundstellung, etwa 12ES",
		"Suit un chemin de tels échanges depuis la position classique, par exemple 12ES",
		"Sigue un camino de cambios desde la posición clásica, por ejemplo 12ES",
	},
	"Which way of working it out to show": {
		"Welcher Rechenweg gezeigt wird",
		"La méthode de calcul à montrer",
		"Qué forma de calcularlo se muestra",
	},
	"Which side is at the bottom of the board": {
		"Welche Seite unten steht",
		"Le camp en bas de l'échiquier",
		"Qué bando está abajo en el tablero",
	},
	"The colours of the board": {
		"Die Farben des Bretts",
		"Les couleurs de l'échiquier",
		"Los colores del tablero",
	},
	"Show the answer only to you": {
		"Zeigt die Antwort nur dir",
		"Ne montrer la réponse qu'à vous",
		"Mostrar la respuesta solo a ti",
	},
	"Draw a start position: by computer, dice, coins, bag or cards, or by two players": {
		"Lost eine Grundstellung aus: per Computer, Würfel, Münze, Beutel, Karten oder zu zweit",
		"Tire une position de départ : ordinateur, dés, pièces, sac ou cartes, ou à deux joueurs",
		"Sortea una posición inicial: ordenador, dados, monedas, bolsa o cartas, o entre dos jugadores",
	},
	"How to draw: the computer, dice, coins, a bag or cards": {
		"Wie gelost wird: Computer, Würfel, Münzen, Beutel oder Karten",
		"Comment tirer : ordinateur, dés, pièces, sac ou cartes",
		"Cómo sortear: ordenador, dados, monedas, bolsa o cartas",
	},
	"What you threw yourselves, such as 1 3 2 2 4 or RNBQKBNR": {
		"Was ihr selbst geworfen habt, etwa 1 3 2 2 4 oder RNBQKBNR",
		"Ce que vous avez tiré vous-mêmes, par exemple 1 3 2 2 4 ou RNBQKBNR",
		"Lo que habéis sacado vosotros, por ejemplo 1 3 2 2 4 o RNBQKBNR",
	},
	"Throw yourself, guided step by step": {
		"Wirf selbst, Schritt für Schritt angeleitet",
		"Lancez vous-même, guidé pas à pas",
		"Lanza tú, con guía paso a paso",
	},
	"Leave out SP-518, the classical array": {
		"Ohne SP-518, die klassische Grundstellung",
		"Sans SP-518, la position classique",
		"Sin SP-518, la posición clásica",
	},
	"What is set up": {
		"Was aufgestellt wird",
		"Ce qui est mis en place",
		"Qué se coloca",
	},
	"With game:by-two, the person who places pieces in turn with you": {
		"Bei game:by-two: wer abwechselnd mit dir Figuren stellt",
		"Avec game:by-two, la personne qui place des pièces à tour de rôle avec vous",
		"Con game:by-two, la persona que coloca piezas por turnos contigo",
	},
	"With game:by-two, place all eight pieces, at the risk of an impasse": {
		"Bei game:by-two: alle acht Figuren stellen, auch wenn es dann nicht aufgeht",
		"Avec game:by-two, placer les huit pièces, au risque d'une impasse",
		"Con game:by-two, colocar las ocho piezas, con riesgo de bloqueo",
	},
	"Find the numbers of a start position": {
		"Findet die Nummern einer Grundstellung",
		"Trouve les numéros d'une position de départ",
		"Encuentra los números de una posición inicial",
	},
	"A back rank such as RNBQKBNR, a FEN, a PGN, a lichess link, or the pieces by name": {
		"Eine Grundreihe wie RNBQKBNR oder TSLDKLST, FEN, PGN, ein lichess-Link oder Figurennamen",
		"Une rangée comme RNBQKBNR ou TCFDRFCT, FEN, PGN, un lien lichess ou les noms des pièces",
		"Una fila como RNBQKBNR o TCADRACT, FEN, PGN, un enlace de lichess o los nombres de las piezas",
	},
	"Compare with another position, or with an SP number": {
		"Vergleicht mit einer anderen Stellung oder einer SP-Nummer",
		"Compare avec une autre position ou un numéro SP",
		"Compara con otra posición o con un número SP",
	},
	"Show the start position for a number of the program Fritz 9 (1 to 960)": {
		"Zeigt die Grundstellung zu einer Nummer des Programms Fritz 9 (1 bis 960)",
		"Affiche la position de départ d'un numéro du programme Fritz 9 (1 à 960)",
		"Muestra la posición inicial de un número del programa Fritz 9 (1 a 960)",
	},
	"The Fritz 9 number, 1 to 960; the classical array is 359": {
		"Die Fritz-9-Nummer, 1 bis 960; die klassische Grundstellung ist 359",
		"Le numéro Fritz 9, de 1 à 960 ; la position classique est 359",
		"El número de Fritz 9, de 1 a 960; la posición clásica es 359",
	},
	"Show the position of the day": {
		"Zeigt die Stellung des Tages",
		"Affiche la position du jour",
		"Muestra la posición del día",
	},
	"Another day, such as tomorrow, 24 December or 2026-12-24": {
		"Ein anderer Tag, etwa 24.12.2026 oder 2026-12-24",
		"Un autre jour, par exemple 2026-12-24",
		"Otro día, por ejemplo 2026-12-24",
	},
	"Post the position of the day to a channel": {
		"Postet die Stellung des Tages in einen Kanal",
		"Publie la position du jour dans un salon",
		"Publica la posición del día en un canal",
	},
	"Start a channel's daily post, or change it": {
		"Startet die tägliche Stellung eines Kanals oder ändert sie",
		"Démarre la publication quotidienne d'un salon, ou la modifie",
		"Inicia la publicación diaria de un canal, o la cambia",
	},
	"The channel of the daily post": {
		"Der Kanal der täglichen Stellung",
		"Le salon de la publication quotidienne",
		"El canal de la publicación diaria",
	},
	"When to post, such as 19:30, 7pm or noon": {
		"Wann gepostet wird, etwa 19:30 oder 19.30",
		"L'heure de publication, par exemple 19:30",
		"A qué hora se publica, por ejemplo 19:30",
	},
	"The time zone of that time: a city, a country or an offset such as UTC+2": {
		"Die Zeitzone dazu: eine Stadt, ein Land oder ein Abstand wie UTC+2",
		"Le fuseau de cette heure : une ville, un pays ou un décalage comme UTC+2",
		"La zona de esa hora: una ciudad, un país o una diferencia como UTC+2",
	},
	"On which days, such as mon,thu or weekend; every day without it": {
		"An welchen Tagen, etwa mon,thu oder weekend; ohne Angabe täglich",
		"Quels jours, par exemple mon,thu ou weekend ; sinon chaque jour",
		"Qué días, por ejemplo mon,thu o weekend; si no, todos los días",
	},
	"How much a post shows": {
		"Wie viel ein Post zeigt",
		"Ce que montre une publication",
		"Cuánto muestra una publicación",
	},
	"A role to ping": {
		"Eine Rolle, die erwähnt wird",
		"Un rôle à mentionner",
		"Un rol al que avisar",
	},
	"Open a thread for discussion on each post": {
		"Öffnet zu jedem Post einen Thread",
		"Ouvre un fil de discussion pour chaque publication",
		"Abre un hilo para comentar cada publicación",
	},
	"List this server's daily posts": {
		"Listet die täglichen Stellungen dieses Servers auf",
		"Liste les publications quotidiennes de ce serveur",
		"Lista las publicaciones diarias de este servidor",
	},
	"Stop a channel's daily post for a while": {
		"Hält die tägliche Stellung eines Kanals an",
		"Suspend la publication quotidienne d'un salon",
		"Detiene por un tiempo la publicación diaria de un canal",
	},
	"Start a paused daily post again": {
		"Setzt eine angehaltene tägliche Stellung fort",
		"Reprend une publication quotidienne suspendue",
		"Reanuda una publicación diaria detenida",
	},
	"Remove a channel's daily post": {
		"Entfernt die tägliche Stellung eines Kanals",
		"Supprime la publication quotidienne d'un salon",
		"Elimina la publicación diaria de un canal",
	},
	"Preview a daily post, visible only to you": {
		"Zeigt dir allein eine Vorschau",
		"Un aperçu, visible par vous seul",
		"Una vista previa, visible solo para ti",
	},
	"Show how a start position castles, square by square": {
		"Zeigt Feld für Feld, wie eine Grundstellung rochiert",
		"Montre case par case comment une position de départ roque",
		"Muestra casilla a casilla cómo enroca una posición inicial",
	},
	"A number such as SP-594, White's first rank such as BRQNKBRN, a FEN or a link": {
		"Eine Nummer wie SP-594, die Grundreihe wie BRQNKBRN, ein FEN oder ein Link",
		"Un numéro comme SP-594, la première rangée comme BRQNKBRN, un FEN ou un lien",
		"Un número como SP-594, la primera fila como BRQNKBRN, un FEN o un enlace",
	},
	"Where king and rook end: as in classical chess (Chess960), or two squares on (Chess480)": {
		"Wo König und Turm landen: wie im klassischen Schach (Chess960) oder zwei Felder weiter (Chess480)",
		"Où finissent roi et tour : comme aux échecs classiques (Chess960) ou deux cases plus loin (Chess480)",
		"Dónde acaban rey y torre: como en el ajedrez clásico (Chess960) o dos casillas más allá (Chess480)",
	},
	"List the start positions that match a pattern or have a feature": {
		"Listet die Grundstellungen mit einem Muster oder einer Eigenschaft auf",
		"Liste les positions de départ selon un motif ou une propriété",
		"Lista las posiciones iniciales con un patrón o una característica",
	},
	"White's first rank with . or ? for any piece, such as Q.....KR": {
		"Die Grundreihe mit . oder ? für jede Figur, etwa Q.....KR",
		"La première rangée avec . ou ? pour toute pièce, par exemple Q.....KR",
		"La primera fila con . o ? para cualquier pieza, por ejemplo Q.....KR",
	},
	"How they castle by Chess960's rules": {
		"Wie sie nach den Regeln von Chess960 rochieren",
		"Comment elles roquent selon les règles du Chess960",
		"Cómo enrocan según las reglas de Chess960",
	},
	"How many pawns no piece defends at the start, 0 to 3": {
		"Wie viele Bauern anfangs ungedeckt sind, 0 bis 3",
		"Combien de pions sont sans défense au départ, de 0 à 3",
		"Cuántos peones están sin defensa al principio, de 0 a 3",
	},
	"How many swaps of two pieces lead there from the classical array, 0 to 6": {
		"Wie viele Tausche zweier Figuren von der klassischen Grundstellung hinführen, 0 bis 6",
		"Combien d'échanges de deux pièces y mènent depuis la position classique, de 0 à 6",
		"Cuántos cambios de dos piezas llevan allí desde la posición clásica, de 0 a 6",
	},
	"Where the bishops stand": {
		"Wo die Läufer stehen",
		"Où se trouvent les fous",
		"Dónde están los alfiles",
	},
	"Show a table for finding numbers and positions by hand": {
		"Zeigt eine Tabelle, mit der man Nummern und Stellungen von Hand findet",
		"Affiche une table pour trouver numéros et positions à la main",
		"Muestra una tabla para hallar números y posiciones a mano",
	},
	"Which table": {
		"Welche Tabelle",
		"Quelle table",
		"Qué tabla",
	},
	"Mark the row of this position: a back rank such as RNBQKBNR, or a FEN": {
		"Markiert die Zeile dieser Stellung: eine Grundreihe wie RNBQKBNR oder ein FEN",
		"Marque la ligne de cette position : une rangée comme RNBQKBNR ou un FEN",
		"Marca la fila de esta posición: una fila como RNBQKBNR o un FEN",
	},
	"Mark the row of this number, counted as the table counts": {
		"Markiert die Zeile dieser Nummer, gezählt wie in der Tabelle",
		"Marque la ligne de ce numéro, compté comme la table",
		"Marca la fila de este número, contado como en la tabla",
	},
	"What Chess960 and its numberings are, and where that comes from": {
		"Was Chess960 und seine Nummern sind und woher sie kommen",
		"Ce que sont le Chess960 et ses numéros, et d'où cela vient",
		"Qué son el Chess960 y sus números, y de dónde vienen",
	},
	"What to read about; without it, the numberings": {
		"Worüber du lesen willst; sonst über die Nummern",
		"Le sujet ; sinon les numérotations",
		"El tema; si no, las numeraciones",
	},
	"What this bot can do": {
		"Was dieser Bot kann",
		"Ce que ce bot sait faire",
		"Qué puede hacer este bot",
	},
	"2: two games of each pairing, colours reversed in the second": {
		"2: zwei Partien je Paarung, in der zweiten mit vertauschten Farben",
		"2 : deux parties par appariement, couleurs inversées dans la seconde",
		"2: dos partidas por emparejamiento, con colores cambiados en la segunda",
	},
	"A club evening: a position for each round, drawn for everyone to see": {
		"Ein Vereinsabend: zu jeder Runde eine vor allen ausgeloste Stellung",
		"Une soirée de club : une position par ronde, tirée devant tous",
		"Una velada del club: una posición por ronda, sorteada a la vista de todos",
	},
	"A position is out once its mirror image was played": {
		"Eine Stellung scheidet aus, wenn ihr Spiegelbild gespielt wurde",
		"Une position est exclue si son image miroir a été jouée",
		"Una posición queda fuera si se jugó su imagen reflejada",
	},
	"Draw the next round for everyone to see": {
		"Lost die nächste Runde vor allen aus",
		"Tire la ronde suivante devant tous",
		"Sortea la próxima ronda a la vista de todos",
	},
	"End the event and post its log": {
		"Beendet den Abend und postet sein Protokoll",
		"Termine la soirée et publie son journal",
		"Termina la velada y publica su registro",
	},
	"Every board gets a position of its own": {
		"Jedes Brett bekommt eine eigene Stellung",
		"Chaque échiquier reçoit sa propre position",
		"Cada tablero recibe su propia posición",
	},
	"Fix the rules of an event in this channel": {
		"Legt die Regeln eines Abends in diesem Kanal fest",
		"Fixe les règles d'une soirée dans ce salon",
		"Fija las reglas de una velada en este canal",
	},
	"Get the event as CSV and PGN": {
		"Gibt den Abend als CSV und PGN aus",
		"Donne la soirée en CSV et PGN",
		"Da la velada en CSV y PGN",
	},
	"How many boards play (1 if left out)": {
		"Wie viele Bretter spielen (sonst 1)",
		"Combien d'échiquiers jouent (sinon 1)",
		"Cuántos tableros juegan (si no, 1)",
	},
	"How many rounds there are": {
		"Wie viele Runden es gibt",
		"Combien de rondes il y a",
		"Cuántas rondas hay",
	},
	"SP numbers never to draw, such as 518, 534, 0-9": {
		"SP-Nummern, die nie gelost werden, etwa 518, 534, 0-9",
		"Numéros SP à ne jamais tirer, par exemple 518, 534, 0-9",
		"Números SP que nunca se sortean, por ejemplo 518, 534, 0-9",
	},
	"Show a round again, with a page to print; draws nothing": {
		"Zeigt eine Runde noch einmal, mit Druckseite; lost nichts aus",
		"Montre de nouveau une ronde, avec une page à imprimer ; ne tire rien",
		"Muestra otra vez una ronda, con página para imprimir; no sortea nada",
	},
	"Strike a round through; the next draw replaces it": {
		"Streicht eine Runde; die nächste Auslosung ersetzt sie",
		"Annule une ronde ; le prochain tirage la remplace",
		"Anula una ronda; el próximo sorteo la sustituye",
	},
	"The bot's choice is sealed, and players add numbers to it": {
		"Die Wahl des Bots ist versiegelt, die Spieler geben Zahlen dazu",
		"Le choix du bot est scellé, et les joueurs y ajoutent des nombres",
		"La elección del bot está sellada, y los jugadores añaden números",
	},
	"The number of the round": {
		"Die Nummer der Runde",
		"Le numéro de la ronde",
		"El número de la ronda",
	},
	"What the event is called": {
		"Wie der Abend heißt",
		"Le nom de la soirée",
		"Cómo se llama la velada",
	},
	"Why the round does not count": {
		"Warum die Runde nicht zählt",
		"Pourquoi la ronde ne compte pas",
		"Por qué la ronda no cuenta",
	},
	"Black's number in double Chess960, where the two sides differ": {
		"Schwarz' Nummer im doppelten Chess960, wo die Seiten verschieden stehen",
		"Le numéro des Noirs en double Chess960, où les deux camps diffèrent",
		"El número de las negras en el Chess960 doble, donde los bandos difieren",
	},
}

package validate

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Component types, as in Discord's documentation.
const (
	TypeRow        = 1
	TypeButton     = 2
	TypeMenu       = 3
	TypeInput      = 4
	TypeUserMenu   = 5
	TypeText       = 10
	TypeGallery    = 12
	TypeFile       = 13
	TypeContainer  = 17
	TypeLabel      = 18
	TypeRadioGroup = 21
)

// Limits on a whole message. maxTextBytes is not documented: Discord answers 500
// if the text of all text displays in UTF-8, plus 12 bytes for each display, is
// larger (github.com/discord/discord-api-docs issue 8554).
const (
	maxRows       = 5
	maxComponents = 40
	maxShownText  = 4000 // characters
	maxTextBytes  = 10170
)

// The component types that may be in each kind of parent.
var (
	inMessage       = []int{TypeRow, TypeText, TypeGallery, TypeFile, TypeContainer}
	inLegacyMessage = []int{TypeRow}
	inContainer     = []int{TypeRow, TypeText, TypeGallery, TypeFile}
	inRow           = []int{TypeButton, TypeMenu}
)

// Components is the content of the component tree of a message or form.
type Components struct {
	IDs   map[int64]bool // ids that the bot chose
	Texts []string       // of all text displays, in order

	files             []string        // names that attachment:// can refer to
	shown             map[string]bool // files that the tree refers to
	customIDs         map[string]bool
	count             int
	characters, bytes int // of all text displays
}

// CheckComponents checks all components of a message with these files. v2 says that the
// message is a V2 message, which consists only of components.
func CheckComponents(v Value, v2 bool, files []string) *Components {
	k := &Components{files: files, shown: map[string]bool{}, customIDs: map[string]bool{}, IDs: map[int64]bool{}}
	if v2 {
		k.children(v, inMessage, 0, maxComponents)
	} else {
		k.children(v, inLegacyMessage, 0, maxRows)
	}
	if k.count > maxComponents {
		v.Fault("COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
			"The maximum number of components in a message is %d, nested ones included; this has %d.", maxComponents, k.count)
	}
	if k.characters > maxShownText {
		v.Fault("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
			"The text of all components together must be %d or fewer in length; this has %d.", maxShownText, k.characters)
	}
	if v.Err() == nil {
		k.remark(v, v2)
	}
	return k
}

// remark adds remarks for files that a V2 message does not show, and for too much text.
func (k *Components) remark(v Value, v2 bool) {
	for _, name := range k.files {
		if v2 && !k.shown[name] {
			v.Remark("attachment %q is not shown by any component", name)
		}
	}
	if k.bytes > maxTextBytes {
		v.Remark("text displays of %d bytes (12 added for each) exceed %d: Discord answers 500", k.bytes, maxTextBytes)
	}
}

func (k *Components) children(v Value, allowed []int, low, high int) {
	for _, child := range v.List(low, high) {
		k.component(child, allowed)
	}
}

func (k *Components) component(v Value, allowed []int) {
	switch k.typed(v, allowed) {
	case 0:
	case TypeRow:
		k.row(v.Get("components"))
	case TypeButton:
		k.button(v)
	case TypeText:
		k.textDisplay(v.Get("content"))
	case TypeGallery:
		k.gallery(v.Get("items"))
	case TypeFile:
		v.Get("spoiler").Boolean()
		k.media(v.Get("file"), "attachment")
	case TypeContainer:
		k.container(v)
	default:
		k.menu(v)
	}
}

// typed checks the type and the id of a component, counts the component, and returns the
// type. The type is 0 after a fault.
func (k *Components) typed(v Value, allowed []int) int {
	if !v.Object() || !v.Get("type").Required() {
		return 0
	}
	t, ok := v.Get("type").OneOf(allowed...)
	if !ok {
		return 0
	}
	k.count++
	k.id(v.Get("id"))
	return t
}

// id checks and stores an id that the bot chose. For 0 or no id Discord chooses one.
func (k *Components) id(v Value) {
	n, ok := v.Integer(0, 1<<31-1)
	if !ok || n == 0 {
		return
	}
	if k.IDs[n] {
		v.Fault("COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
	}
	k.IDs[n] = true
}

func (k *Components) row(v Value) {
	if !v.Required() {
		return
	}
	k.children(v, inRow, 1, 5)
	items := v.Items()
	isMenu := func(item Value) bool { return Int(item.Get("type").v) == TypeMenu }
	if len(items) > 1 && slices.ContainsFunc(items, isMenu) {
		v.Fault("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "An action row holds one to five buttons or a single select menu.")
	}
}

func (k *Components) container(v Value) {
	v.Get("accent_color").Integer(0, 0xFFFFFF)
	v.Get("spoiler").Boolean()
	if v.Get("components").Required() {
		k.children(v.Get("components"), inContainer, 1, maxComponents)
	}
}

func (k *Components) textDisplay(v Value) {
	if !v.Required() {
		return
	}
	s := v.Text(1, maxShownText)
	k.characters += utf8.RuneCountInString(s)
	k.bytes += len(s) + 12
	k.Texts = append(k.Texts, s)
}

func (k *Components) gallery(v Value) {
	if !v.Required() {
		return
	}
	for _, item := range v.List(1, 10) {
		if item.Object() {
			k.picture(item)
		}
	}
}

// picture checks a gallery item. The description is the alt text.
func (k *Components) picture(v Value) {
	v.Get("description").Text(1, 1024)
	v.Get("spoiler").Boolean()
	k.media(v.Get("media"), "attachment", "http", "https")
}

func (k *Components) media(v Value, schemes ...string) {
	if !v.Required() || !v.Object() || !v.Get("url").Required() {
		return
	}
	v = v.Get("url")
	name, attached := strings.CutPrefix(v.Link(2048, schemes...), "attachment://")
	if !attached {
		return
	}
	k.shown[name] = true
	if !slices.Contains(k.files, name) {
		v.Fault("UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", "The referenced attachment '%s' was not found.", "attachment://"+name)
	}
}

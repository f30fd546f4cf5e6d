package discordtest

import (
	"strings"
	"unicode/utf8"
)

// Component types, as in Discord's documentation.
const (
	typeRow       = 1
	typeButton    = 2
	typeMenu      = 3
	typeUserMenu  = 5
	typeAnyMenu   = 8 // 5 to 8 are menus of users, roles, both, channels
	typeSection   = 9
	typeText      = 10
	typeThumbnail = 11
	typeGallery   = 12
	typeFile      = 13
	typeSeparator = 14
	typeContainer = 17
)

func isSelect(t int) bool { return t == typeMenu || t >= typeUserMenu && t <= typeAnyMenu }

// Bounds over a whole message. The last is not documented: Discord answers 500
// when the text of all text displays in UTF-8, plus 12 bytes for each, is larger
// (github.com/discord/discord-api-docs issue 8554).
const (
	maxRows       = 5
	maxComponents = 40
	maxShownText  = 4000
	maxTextBytes  = 10170
)

var (
	topV2     = []int{typeRow, typeSection, typeText, typeGallery, typeFile, typeSeparator, typeContainer}
	topLegacy = []int{typeRow}
	inBox     = []int{typeRow, typeSection, typeText, typeGallery, typeFile, typeSeparator}
	inRow     = []int{typeButton, 3, 5, 6, 7, 8}
)

// inspector applies the rules of message components to one tree.
type inspector struct {
	files     map[string]*Attachment // what attachment:// can refer to
	shown     map[string]bool        // names that the tree refers to
	customIDs map[string]bool
	ids       map[int64]bool
	count     int
	text      int // characters in all text displays
	textBytes int
	texts     []string
}

// inspect checks the whole of a message's components.
func (k *inspector) inspect(v value, v2 bool) {
	if v2 {
		k.children(v, topV2, 0, maxComponents)
	} else {
		k.children(v, topLegacy, 0, maxRows)
	}
	if k.count > maxComponents {
		v.fault("COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "The maximum number of components in a message is %d, nested ones included; this has %d.", maxComponents, k.count)
	}
	if k.text > maxShownText {
		v.fault("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", "The text of all components together must be %d or fewer in length; this has %d.", maxShownText, k.text)
	}
}

func (k *inspector) children(v value, allowed []int, low, high int) {
	for _, child := range v.list(low, high) {
		k.component(child, allowed)
	}
}

func (k *inspector) component(v value, allowed []int) {
	if !v.object() || !v.get("type").required() {
		return
	}
	t, ok := v.get("type").oneOf(allowed...)
	if !ok {
		return
	}
	k.count++
	k.id(v.get("id"))
	switch t {
	case typeRow:
		k.row(v.get("components"))
	case typeButton:
		k.button(v)
	case typeSection:
		k.section(v)
	case typeText:
		k.display(v.get("content"))
	case typeThumbnail:
		k.picture(v)
	case typeGallery:
		k.gallery(v.get("items"))
	case typeFile:
		v.get("spoiler").boolean()
		k.media(v.get("file"), "attachment")
	case typeSeparator:
		v.get("divider").boolean()
		v.get("spacing").oneOf(1, 2)
	case typeContainer:
		k.container(v)
	default:
		k.menu(v, t)
	}
}

// id notes an id given by the bot; 0 asks for one, as does none.
func (k *inspector) id(v value) {
	n, ok := v.integer(0, 1<<31-1)
	if !ok || n == 0 {
		return
	}
	if k.ids[n] {
		v.fault("COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
	}
	k.ids[n] = true
}

func (k *inspector) row(v value) {
	if !v.required() {
		return
	}
	k.children(v, inRow, 1, 5)
	menus := 0
	items, _ := v.v.([]any)
	for _, item := range items {
		if t, _ := v.below("", item).get("type").oneOf(inRow...); isSelect(t) {
			menus++
		}
	}
	if menus > 0 && len(items) > 1 {
		v.fault("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "An action row holds one to five buttons or a single select menu.")
	}
}

func (k *inspector) section(v value) {
	if v.get("components").required() {
		k.children(v.get("components"), []int{typeText}, 1, 3)
	}
	if v.get("accessory").required() {
		k.component(v.get("accessory"), []int{typeButton, typeThumbnail})
	}
}

func (k *inspector) container(v value) {
	v.get("accent_color").integer(0, 0xFFFFFF)
	v.get("spoiler").boolean()
	if v.get("components").required() {
		k.children(v.get("components"), inBox, 1, maxComponents)
	}
}

func (k *inspector) display(v value) {
	if !v.required() {
		return
	}
	s := v.text(1, maxShownText)
	k.text += utf8.RuneCountInString(s)
	k.textBytes += len(s) + 12
	k.texts = append(k.texts, s)
}

func (k *inspector) gallery(v value) {
	if !v.required() {
		return
	}
	for _, item := range v.list(1, 10) {
		if item.object() {
			k.picture(item)
		}
	}
}

// picture is a gallery item or a thumbnail; its description is the alt text.
func (k *inspector) picture(v value) {
	v.get("description").text(1, 1024)
	v.get("spoiler").boolean()
	k.media(v.get("media"), "attachment", "http", "https")
}

func (k *inspector) media(v value, schemes ...string) {
	if !v.required() || !v.object() || !v.get("url").required() {
		return
	}
	v = v.get("url")
	name, attached := strings.CutPrefix(v.link(2048, schemes...), "attachment://")
	if !attached {
		return
	}
	k.shown[name] = true
	if k.files[name] == nil {
		v.fault("UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", "The referenced attachment '%s' was not found.", "attachment://"+name)
	}
}

package store

import (
	"context"
	"fmt"

	"chess960bot/internal/service/languages"
)

var _ languages.Store = (*Store)(nil)

var languageTable = newTable("server_language", 1, func(l *language) []column {
	return []column{{"guild", asText(&l.guild)}, {"chosen", asText(&l.Chosen)}, {"own", asText(&l.Own)}}
})

// language is a row of server_language.
type language struct {
	guild string
	languages.Setting
}

var languageByGuild = languageTable.selectSQL(`WHERE guild = $1`)

// Language implements [languages.Store].
func (s *Store) Language(ctx context.Context, guild string) (languages.Setting, error) {
	l, err := languageTable.one(ctx, s.read, nil, languageByGuild, text(guild))
	return valueOf(l).Setting, s.fail(err, "read the language of server %q", guild)
}

// setLanguage sets one column of a server.
const setLanguage = `
INSERT INTO server_language (guild, %[1]s) VALUES ($1, $2)
ON CONFLICT (guild) DO UPDATE SET %[1]s = excluded.%[1]s`

// ChooseLanguage implements [languages.Store].
func (s *Store) ChooseLanguage(ctx context.Context, guild string, chosen string) error {
	return s.setLanguage(ctx, "chosen", guild, chosen)
}

// NoteLanguage implements [languages.Store].
func (s *Store) NoteLanguage(ctx context.Context, guild string, own string) error {
	return s.setLanguage(ctx, "own", guild, own)
}

func (s *Store) setLanguage(ctx context.Context, column, guild string, to string) error {
	err := s.exec(ctx, fmt.Sprintf(setLanguage, column), text(guild), to)
	return s.fail(err, "set the language of server %q", guild)
}

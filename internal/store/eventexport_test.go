package store

// eventQueries are the queries of evenings.
func eventQueries() []Planned {
	people := []Planned{
		{"due games", dueGames, "event_game_due", []any{int64(1000), int64(2000), 10}},
		{"sealed draws", countSealed, "event_draw_sealed", []any{"p7", "e7"}},
	}
	indexes := []string{"event_person", "event_plan_by", "event_draw_person", "event_draw_void", "event_draw_started", "event_draw_opened", "event_number_person", "event_change_person", "event_result_told_by", "event_change_renamed_from", "event_change_renamed_to", "event_result_white", "event_result_black"}
	for i, c := range eventPeople {
		people = append(people, Planned{"a person in " + indexes[i], findPerson(c), indexes[i], []any{c.of("p7")}})
	}
	return people
}

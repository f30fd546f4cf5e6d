package commands

func init() { fields["quiz/question.go"] = 1 }

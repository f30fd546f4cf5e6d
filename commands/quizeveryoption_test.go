package commands

func init() { fields["quizzes/question.go"] = 1 }

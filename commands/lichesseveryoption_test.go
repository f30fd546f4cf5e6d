package commands

func init() { fields["play/play.go"] = 1 }

package main

import (
	"fmt"
	"testing"
)

// walkLines checks how the page parses command lines.
func walkLines(v *visitor) {
	for line, want := range lineTable {
		v.t.Run(line, func(t *testing.T) {
			got := v.js(fmt.Sprintf(`Promise.all([import("/commandline.js"), fetch("/api/commands").then((r) => r.json())]).then(([m, { commands }]) => {
				const read = m.parse(%q, m.typed(commands, { channels: [{ id: "7", name: "daily" }], roles: [{ id: "8", name: "chess players" }] }));
				const missing = read.missing.map((o) => " -" + o.name).join("");
				return (read.command?.name ?? "?") + " " + JSON.stringify(m.optionsOf(read.values)) + missing + (read.problem && " !" + read.problem);
			})`, line))
			if got != want {
				t.Errorf("\n got %s\nwant %s", got, want)
			}
		})
	}
}

// lineTable has the meaning of lines: the command, its options as they are sent, -missing
// options, and the !problem.
var lineTable = map[string]string{
	`/sp 518`: `sp {"number":518}`,
	`/SP 518`: `sp {"number":518}`,
	`/daily-posts set channel:daily time:19:30 timezone:Europe/Berlin`:                `daily-posts set {"channel":"7","time":"19:30","timezone":"Europe/Berlin"}`,
	`/Daily-Posts Set #daily role:@chess players thread:true time:7 pm timezone:Rome`: `daily-posts set {"channel":"7","role":"8","thread":true,"time":"7 pm","timezone":"Rome"}`,
	`/daily-posts pause 7`:                              `daily-posts pause {"channel":"7"}`,
	`/daily-posts pause dayly`:                          `daily-posts pause {"channel":"dayly"} !There is no channel “dayly” here.`,
	`/daily-posts pause role:8`:                         `daily-posts pause {"channel":"role:8"} !There is no channel “role:8” here.`,
	`/sp number:518 view:black theme:blue private:true`: `sp {"number":518,"view":"black","theme":"blue","private":true}`,
	`/sp view: Black  518`:                              `sp {"view":"black","number":518}`,
	`/sp 518 black`:                                     `sp {"number":518,"view":"black"}`,
	`/sp theme:high contrast 5`:                         `sp {"theme":"contrast","number":5}`,
	`/sp 961`:                                           `sp {"number":961}`,
	`/sp -1`:                                            `sp {"number":-1}`,
	`/sp five hundred`:                                  `sp {"number":"five hundred"}`,
	`/sp 99999999999999999999`:                          `sp {"number":"99999999999999999999"}`,
	`/sp 518 private:perhaps`:                           `sp {"number":518,"private":"perhaps"}`,
	`/encode RNBQKBNX`:                                  `encode {"position":"RNBQKBNX"}`,
	`/encode 8/8/8/8/8/8/8/RNBQKBNR w KQ - 0 1 view:black`: `encode {"position":"8/8/8/8/8/8/8/RNBQKBNR w KQ - 0 1","view":"black"}`,
	`/encode position:"R N view:x" black`:                  `encode {"position":"R N view:x","view":"black"}`,
	`/encode view:black RNB KQ`:                            `encode {"view":"black","position":"RNB KQ"}`,
	`/random`:                                              `random {}`,
	`/sp`:                                                  `sp {}`,
	`/fritz`:                                               `fritz {} -number`,
	`/fritz number: view:black`:                            `fritz {"view":"black"} -number !A value is missing after number:`,
	`/sp 1 view:black view:white`:                          `sp {"number":1,"view":"white"} !view: is given twice.`,
	`/sp 1 white blue`:                                     `sp {"number":1,"view":"white","theme":"blue"}`,
	`/fritz 1 mauve`:                                       `fritz {"number":1,"explain":"mauve"}`,
	`/fritz 1 head white blue true more`:                   `fritz {"number":1,"explain":"head","view":"white","theme":"blue","private":true} !“more” is more than /fritz takes.`,
	`/spp 1`:                                               `? {} !There is no such command. Type / to see them all.`,
}

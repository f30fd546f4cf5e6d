package main

import (
	"chess960bot/internal/workshop/discordtest"
)

// walkServerEvents puts an evening into the server's list of events, by an option and by the form, and looks at the list:
// with the picture, the people who are interested, and the end.
func walkServerEvents(v *visitor) {
	v.goTo(discordtest.ChannelID)
	v.as(discordtest.Anna)
	v.evening("listed", `/event new name:"Chess960 night" rounds:3 boards:12 starts:"in 2 hours" timezone:Berlin`, "In the server's list of events: ")
	v.as(discordtest.Ben)
	v.click("#open-server-events")
	v.until(`document.getElementById("server-events").open && document.querySelector(".server-event img")?.naturalWidth === 792`)
	v.js(`[...document.querySelectorAll(".server-event .button")].find((b) => b.textContent === "Interested").click(), ""`)
	v.until(`document.querySelector(".server-event").textContent.includes("1 person is interested")`)
	v.shootScreens("50-server-event")
	v.click("#server-events .close")
	v.evening("interested", "/round", "1 person is interested.")
	v.as(discordtest.Anna)
	v.evening("close of listed", "/event close", "I have taken the event off the server's list.")
	v.evening("again of listed", "/event again", "For the server's list of events I suggest ")
	v.openByKey("Add to the server's events")
	v.shootForm("51-server-event-form")
	v.submitByMouse("In the server's list of events: ")
	v.click("#open-server-events")
	v.until(`document.querySelectorAll(".server-event").length === 2 && document.querySelectorAll(".server-event.cancelled").length === 1`)
	v.js(`[...document.querySelectorAll(".server-event .button")].find((b) => b.textContent.startsWith("Delete")).click(), ""`)
	v.until(`document.querySelectorAll(".server-event").length === 1`)
	v.click("#server-events .close")
	v.ask("/event close")
}

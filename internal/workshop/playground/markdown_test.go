package main

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"chess960bot/internal/workshop/discordtest"
)

// walkMarkdown renders texts in the page and compares the HTML. Everything that is not
// Markdown must appear as text.
func walkMarkdown(v *visitor) {
	render := func(text string) string {
		quoted, _ := json.Marshal(text)
		return v.js(fmt.Sprintf(`import("/markdown.js").then(({ markdown }) => {
			const place = document.createElement("div");
			place.append(markdown(%s, { name: (id) => ({ 7: "Anna <b>" })[id], role: (id) => ({ 9: "players" })[id], channel: (id) => ({ 5: "daily" })[id], jump: (url) => (url.pathname === "/jump" ? "#there" : undefined) }));
			for (const code of place.querySelectorAll(".code")) code.replaceWith(code.querySelector("pre"));
			return place.innerHTML;
		})`, quoted))
	}
	for text, want := range markdownTable {
		v.t.Run(text, func(t *testing.T) {
			if got := render(text); got != want {
				t.Errorf("\n got %s\nwant %s", got, want)
			}
		})
	}
}

const outward = ` target="_blank" rel="noopener noreferrer"`

var markdownTable = map[string]string{
	// texts of the bot
	"## SP 518 · RNBQKBNR\nThe normal start.": `<h3>SP&nbsp;518 · RNBQKBNR</h3><p>The normal start.</p>`,
	"one\ntwo\n\nthree":                       `<p>one<br>two</p><p>three</p>`,
	"**Fritz9** 359 · *x* `-N-N-`":            `<p><strong>Fritz9</strong> 359 · <em>x</em> <code>-N-N-</code></p>`,
	"1. a **b**\n2. c":                        `<ol><li>a <strong>b</strong></li><li>c</li></ol>`,
	"3. a\n4. b":                              `<ol start="3"><li>a</li><li>b</li></ol>`,
	"no:\n- a\n- b\n  - c\n- d":               `<p>no:</p><ul><li>a</li><li>b<ul><li>c</li></ul></li><li>d</li></ul>`,
	"### X-FEN\n```\nKQkq - 0 1\n```\nend":    `<h4>X-FEN</h4><pre><code>KQkq - 0 1</code></pre><p>end</p>`,
	"-# small":                                `<p class="subtext">small</p>`,
	"> said\n> so":                            `<blockquote>said<br>so</blockquote>`,
	"<@7> and <@8>":                           `<p><span class="mention">@Anna &lt;b&gt;</span> and <span class="mention">@unknown</span></p>`,
	"<@&9> <@&1> <#5> <#6>": `<p><span class="mention">@players</span> <span class="mention">@role</span> ` +
		`<button type="button" class="mention">#daily</button> <span class="mention">#channel</span></p>`,
	"[SP 5](https://discord.com/jump)":         `<p><a href="#there">SP&nbsp;5</a></p>`,
	"[a *b*](https://a.example/x_(y)?q=1&r=2)": `<p><a href="https://a.example/x_(y)?q=1&amp;r=2"` + outward + `>a <em>b</em></a></p>`,
	"see https://a.example/b, and":             `<p>see <a href="https://a.example/b"` + outward + `>https://a.example/b</a>, and</p>`,
	"***both*** __under__ ~~gone~~ a_b_c":      `<p><strong><em>both</em></strong> <u>under</u> <s>gone</s> a_b_c</p>`,
	`\*not\* \<@7>`:                            `<p>*not* &lt;@7&gt;</p>`,
	"a `` b`c ``":                              "<p>a <code>b`c</code></p>",

	// hostile texts
	"<script>alert(1)</script>":                         `<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>`,
	"<img src=x onerror=alert(1)>":                      `<p>&lt;img src=x onerror=alert(1)&gt;</p>`,
	"`<b>`":                                             `<p><code>&lt;b&gt;</code></p>`,
	"```\n</code></pre><script>\n```":                   `<pre><code>&lt;/code&gt;&lt;/pre&gt;&lt;script&gt;</code></pre>`,
	"```js\nunclosed <i>":                               "<p>```js<br>unclosed &lt;i&gt;</p>",
	"`unclosed **bold":                                  "<p>`unclosed **bold</p>",
	"[x](javascript:alert(1))":                          `<p>[x](javascript:alert(1))</p>`,
	"[x](data:text/html,y) <javascript:alert(1)>":       `<p>[x](data:text/html,y) &lt;javascript:alert(1)&gt;</p>`,
	`[x](https://a.example/"onmouseover="alert(1))`:     `<p><a href="https://a.example/%22onmouseover=%22alert(1)"` + outward + `>x</a></p>`,
	"[<b>](https://a.example)":                          `<p><a href="https://a.example/"` + outward + `>&lt;b&gt;</a></p>`,
	"[https://b.example](https://a.example)":            `<p><a href="https://a.example/"` + outward + `>https://b.example</a></p>`,
	"**a *b** c*":                                       `<p><strong>a *b</strong> c*</p>`,
	"** ** __ __ * *":                                   `<p><strong> </strong> <u> </u> * *</p>`,
	"<t:99999999999999999:F> <t:x> <t:9999999999999:R>": `<p>&lt;t:99999999999999999:F&gt; &lt;t:x&gt; &lt;t:9999999999999:R&gt;</p>`,
	"#no heading\n-#no subtext\n1.no list":              `<p>#no heading<br>-#no subtext<br>1.no list</p>`,
	"&lt;b&gt; &#60;":                                   `<p>&amp;lt;b&amp;gt; &amp;#60;</p>`,
}

// walkMessageMenu writes a message and uses "Explain this position" in its menu.
func walkMessageMenu(v *visitor) {
	v.click(`#places input[value="` + discordtest.ChannelID + `"]`)
	v.until(`document.body.dataset.at?.endsWith("` + discordtest.ChannelID + `")`)
	v.typeIn("Shall we play SP-303, or 118?" + kb.Enter)
	v.until(`(` + lastText + `).includes("Shall we play SP-303") && !` + last + `.querySelector(".occasion")`)
	v.until(`document.getElementById("status").textContent.includes("only commands")`)
	v.click("#log article:last-child .apps summary")
	v.until(last + `.querySelector(".apps .list").getBoundingClientRect().bottom <= document.getElementById("scroll").getBoundingClientRect().bottom + 1`) // parts of a pixel do not count
	v.shoot("21-message-menu")
	v.click("#log article:last-child .apps button")
	v.until(`(` + lastHeading + `).startsWith("SP 303") && ` + last + `.classList.contains("private")`)
	v.until(last + `.querySelector(".occasion").textContent.includes("used Explain this position on this message")`)
	v.until(last + `.querySelector(".occasion a").getAttribute("href") === "#" + ` + last + `.previousElementSibling.id`)
	v.until(last + `.querySelector(".apps") === null && !document.querySelector(".apps[open]")`)
	v.shoot("21b-explained")
}

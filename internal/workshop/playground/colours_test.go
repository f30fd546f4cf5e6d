package main

// walkColours measures the contrast of every text colour on its backgrounds, in both
// themes. WCAG 2.2 requires 4.5:1 (success criterion 1.4.3).
func walkColours(v *visitor) {
	for _, theme := range []string{"dark", "light"} {
		v.prefer("prefers-color-scheme", theme)
		if faint := v.js(faintColours); faint != "" {
			v.t.Errorf("too little contrast in the %s theme: %s", theme, faint)
		}
		v.shoot("01-" + theme)
	}
	v.until(`getComputedStyle(document.body).backgroundColor === "rgb(255, 255, 255)"`)
}

// faintColours is a JavaScript expression: the list of pairs of colours with less contrast.
const faintColours = `(() => {
	const luminance = (name) => {
		const probe = document.body.appendChild(document.createElement("i"));
		probe.style.color = "var(--" + name + ")";
		const channels = getComputedStyle(probe).color.match(/\d+/g).map((c) => c / 255);
		probe.remove();
		const [r, g, b] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const contrast = ([a, b]) => {
		const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
		return (light + 0.05) / (dark + 0.05);
	};
	const pairs = [["mention", "mention-back"], ["strong", "button"], ["text", "chosen"], ["soft", "chosen"]];
	for (const text of ["text", "strong", "soft", "link", "gold", "warn", "good"]) {
		for (const background of ["back", "side", "raised", "well", "popup", "hover"]) pairs.push([text, background]);
	}
	return pairs.filter((pair) => contrast(pair) < 4.5).map((pair) => pair.join(" on ") + " " + contrast(pair).toFixed(2)).join(", ");
})()`

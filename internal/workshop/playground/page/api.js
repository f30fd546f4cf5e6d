// Requests to the playground's server. The server's side is in api.go and events.go.

export const gone = "The playground does not answer. Is it still running?";

export const get = (path) => request(path);

export const post = (path, body, signal) => request(path, {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
  signal,
});

/** Returns the server's response, or throws an Error with its sentence. */
async function request(path, details) {
  const response = await fetch(path, details).catch(() => {
    throw new Error(gone);
  });
  const body = await response.json();
  if (response.ok) return body;
  const error = new Error(body.error);
  error.silent = response.status === 504; // the bot missed Discord's deadline
  throw error;
}

/** Follows the messages that a person sees at a place. Returns a function that stops. */
export function follow(who, place, { snapshot, message, elsewhere, daily, lost }) {
  const events = new EventSource("/api/events?" + new URLSearchParams({ who, place }));
  events.addEventListener("snapshot", (e) => snapshot(JSON.parse(e.data)));
  events.addEventListener("message", (e) => message(JSON.parse(e.data)));
  events.addEventListener("elsewhere", (e) => elsewhere(JSON.parse(e.data).place));
  events.addEventListener("daily", (e) => daily(JSON.parse(e.data)));
  events.addEventListener("error", lost);
  return () => events.close();
}

// Opens, plays and watches a game of each title, through the types that were generated.
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";
import { games } from "./games.js";

type Problem = components["schemas"]["Problem"];

declare const process: { argv: string[] };

const [server] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: server });

function told<T>(answer: { data?: T; error?: Problem }): T {
  if (answer.error !== undefined) throw new Error(`${answer.error.title}: ${answer.error.detail}`);
  if (answer.data === undefined) throw new Error("nothing was answered");
  return answer.data;
}

const seen: Record<string, unknown> = {};
for (const game of games) {
  const opened = told(await client.POST("/v1/sessions", { body: game.opening }));
  const path = { session_id: opened.session.id };
  const headers = { Authorization: `Bearer ${opened.tokens.owner}` };
  const meant = { params: { path, header: { "If-Match": "*" } }, headers };
  const first = told(await client.GET("/v1/sessions/{session_id}/offers", { params: { path }, headers }));
  let recorded = 0;
  for (const action of game.actions) {
    const entries = told(await client.POST("/v1/sessions/{session_id}/actions", { ...meant, body: action })).entries;
    recorded += entries?.length ?? 0;
  }
  const closed = told(await client.POST("/v1/sessions/{session_id}/close", { ...meant, body: {} }));
  const session = told(await client.GET("/v1/sessions/{session_id}", { params: { path }, headers }));
  const log = told(
    await client.GET("/v1/sessions/{session_id}/entries", { params: { path, query: { from: recorded + 1 } }, headers }),
  );
  const stream = told(
    await client.GET("/v1/sessions/{session_id}/stream", { params: { path }, headers, parseAs: "text" }),
  );
  const refused = await client.POST("/v1/sessions/{session_id}/notes", { params: { path }, body: { text: "x" } });
  seen[game.title] = {
    offers: first.offers.map((offer) => offer.type),
    version: closed.version,
    digest: session.digest,
    status: session.status,
    winners: session.standing.winners,
    kinds: typeof log === "string" ? [] : log.items.map((entry) => entry.kind),
    streamed: stream.includes("event: state") && stream.includes("event: end"),
    refused: refused.error?.type,
  };
}
console.log(JSON.stringify(seen));

// A client of Tablelog's API. It needs nothing but `fetch`, so it runs in browsers and in Node 20.

import { OPERATIONS } from "./operations.js";

const LOOK_AGAIN = 1_000;
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A request that the service refuses. problem: the reason. wait: seconds until it is worth to ask again, or null. */
export class Refused extends Error {
  constructor(problem, wait) {
    super(`${problem.title}: ${problem.detail}`);
    this.name = "Refused";
    this.problem = problem;
    this.wait = wait;
  }
}

/** One service, asked with one token, or as a stranger without one. */
export class Tablelog {
  constructor(server, token = null) {
    this.server = server.replace(/\/+$/, "");
    this.token = token;
  }

  /** The same service, with this token. */
  holding(token) {
    return new Tablelog(this.server, token);
  }

  /**
   * The JSON of an operation of the API document, by its name there. Throws `Refused`.
   *
   * given: parameters by name, and `body`. Members of objects, such as `dimensions`, are sent as parameters of their own.
   * `If-Match` is `*` unless you send it. An answer that takes a while is waited for.
   */
  async call(name, { body, ...given } = {}) {
    const operation = OPERATIONS[name];
    if (operation === undefined) throw new TypeError(`There is no operation ${name}.`);
    const [method, path, places, query, headers] = operation;
    const known = new Set([...places, ...query, ...headers]);
    for (const one of Object.keys(given)) if (!known.has(one)) throw new TypeError(`${name} does not take ${one}.`);
    const address = path.replace(/\{(\w+)\}/g, (_, place) => encodeURIComponent(given[place]));
    const asked = Object.fromEntries(query.filter((one) => !places.includes(one)).map((one) => [one, given[one]]));
    const sent = headers.includes("If-Match") ? { "If-Match": "*" } : {};
    for (const header of headers) if (given[header] !== undefined) sent[header] = given[header];
    return this.ask(method, address, { query: asked, body, headers: sent });
  }

  /** The JSON of an answer; one that takes a while is waited for. Throws `Refused`. */
  async ask(method, path, { query = {}, body, headers = {} } = {}) {
    const answer = await this.#answer(method, path, { query, body, headers });
    let told = await answer.json();
    if (answer.status !== 202) return told;
    while (told.status === "waiting" || told.status === "running") {
      await pause(LOOK_AGAIN);
      told = await this.ask("GET", `/v1/jobs/${told.id}`);
    }
    return this.ask("GET", `/v1/jobs/${told.id}/result`);
  }

  /** The events of a session until it is closed. after: the `last_event_id` that you know. A broken stream is resumed. */
  async *follow(sessionId, after = null) {
    for (;;) {
      const headers = { Accept: "application/x-ndjson", ...(after === null ? {} : { "Last-Event-ID": String(after) }) };
      try {
        const answer = await this.#answer("GET", `/v1/sessions/${sessionId}/stream`, { headers });
        if (answer.status === 204) return;
        for await (const event of eventsOf(answer.body)) {
          after = event.last_event_id;
          yield event;
          if (event.event === "end") return;
        }
      } catch (error) {
        if (error instanceof Refused) throw error;
        await pause(LOOK_AGAIN);
      }
    }
  }

  async #answer(method, path, { query = {}, body, headers = {} }) {
    const asked = new URLSearchParams(parametersOf(query)).toString();
    const sent = { Accept: "application/json", ...headers };
    if (this.token !== null) sent.Authorization = `Bearer ${this.token}`;
    if (body !== undefined) sent["Content-Type"] = "application/json";
    const answer = await fetch(`${this.server}${path}${asked && `?${asked}`}`, {
      method,
      headers: sent,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (answer.ok) return answer;
    const wait = answer.headers.get("Retry-After");
    throw new Refused(await answer.json(), wait === null ? null : Number(wait));
  }
}

/** What is sent: nothing for null, and each member of an object by its own name. */
const parametersOf = (query) =>
  Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined || value === null) return [];
    return typeof value === "object" ? parametersOf(value) : [[name, String(value)]];
  });

/** The events of a stream of JSON lines; empty lines only keep it open. */
async function* eventsOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop();
      for (const line of lines) if (line.trim()) yield JSON.parse(line);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

// Made from /api/openapi.json of a Touchline server. Don't edit: `npm test` compares it.

/** A refusal: `message` says what happened and what to do. */
export class TouchlineError extends Error {
  readonly status: number;
  /** Seconds to wait before another try, where the server told. */
  readonly retryAfter: number | null;

  constructor(status: number, message: string, retryAfter: number | null) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** A client of one Touchline server, by an API key of one organization. */
export function touchline(server: string, key: string) {
  async function send(method: string, path: string, query: object, body?: unknown): Promise<unknown> {
    const url = new URL(path, server);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const headers: Record<string, string> = { authorization: `Bearer ${key}` };
    if (body !== undefined) headers["content-type"] = "application/json";
    const answer = await fetch(url, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    const json = (await answer.json()) as { detail?: string };
    if (answer.ok) return json;
    const wait = answer.headers.get("retry-after");
    throw new TouchlineError(answer.status, json.detail ?? answer.statusText, wait === null ? null : Number(wait));
  }

  return {
    /** Tells whether the person with an ID at a partner platform is cleared at a level or below it, at this moment. */
    async getEligibility(query: { externalId: string; levelId: string; source?: "Test" | "LeagueApps" | "SportsEngine"; siteId?: string }) {
      const answer = await send("GET", "/api/v1/eligibility", query);
      return answer as { externalId: string; levelId: string; eligible: boolean; verdict: "cleared" | "notCleared" | "notAtLevel" | "unknown" | "unknownLevel" | "ambiguous"; reason: string; person: { profileId: string; name: string } | null };
    },
    /** Tells for up to 1,000 people whether they are cleared. The answers are in the order of the questions. */
    async postEligibility(body: { checks: Array<{ externalId: string; levelId: string; source?: "Test" | "LeagueApps" | "SportsEngine"; siteId?: string }> }) {
      const answer = await send("POST", "/api/v1/eligibility", {}, body);
      return answer as { data: Array<{ externalId: string; levelId: string; eligible: boolean; verdict: "cleared" | "notCleared" | "notAtLevel" | "unknown" | "unknownLevel" | "ambiguous"; reason: string; person: { profileId: string; name: string } | null }> };
    },
    /** Lists the organization's levels with their IDs, from the top down. */
    async getLevels(query: { cursor?: string } = {}) {
      const answer = await send("GET", "/api/v1/levels", query);
      return answer as { data: Array<{ levelId: string; name: string; kind: string; parentId: string | null }>; next: string | null };
    },
  };
}

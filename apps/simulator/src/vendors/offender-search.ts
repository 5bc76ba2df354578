import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { credentials } from "../credentials.ts";
import type { Vendor } from "../world.ts";

/**
 * A sex-offender search over HTTP, after Offenders.io.
 *
 * Sources: rapidapi.com, "How to use Offenders.io" (`GET /sexoffender` with `key`, `firstName`, `lastName`, `city`,
 * `state`, `zipcode`, at least one of them; `lat`, `lng` and `radius` instead); github.com/api-evangelist/offenders-io
 * (`fuzzy`, fields of an offender, 400 and 401); public client code reads the list from the member `offenders`.
 * Modeled: the filter `dob`, the member `total`, and the texts of errors. Distance is not simulated.
 */
export const offenderSearch: Vendor = {
  name: "offender-search",
  title: "Sex offender search",
  error: (_status, message) => ({ error: message }),
  mount,
};

type Row = readonly [firstName: string, lastName: string, dob: string, city: string, state: string, zipcode: string];

/** Invented entries. Several share a name or differ by one letter, as in real registries. */
const rows: readonly Row[] = [
  ["Imaginary", "Listed", "1971-03-04", "Fairview", "CA", "90001"],
  ["Imaginary", "Listed", "1988-11-30", "Springfield", "OR", "97477"],
  ["Imaginry", "Listed", "1971-04-03", "Fairview", "CA", "90001"],
  ["José", "Testing-Listed", "1965-07-21", "Riverside", "CA", "92501"],
  ["Jose", "Testing", "1965-07-21", "Riverside", "CA", "92501"],
  ["Robert", "Namesake", "1979-01-15", "Greenville", "TX", "75401"],
  ["Bob", "Namesake", "1979-01-15", "Greenville", "TX", "75401"],
];
const parameters = ["firstName", "lastName", "dob", "city", "state", "zipcode"] as const;

const fold = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

const offenders = rows.map(([firstName, lastName, dob, city, state, zipcode]) => ({
  id: createHash("sha256").update([firstName, lastName, dob].join()).digest("hex").slice(0, 24),
  name: `${firstName} ${lastName}`,
  firstName,
  lastName,
  aliases: [] as string[],
  dob,
  address: "1 Simulated Street",
  city,
  state,
  zipcode,
  riskLevel: "medium",
  crime: "Simulated entry: no real person",
  offenderUrl: null,
  photo: null,
}));

function mount(app: FastifyInstance): void {
  app.get<{ Querystring: Record<string, string | undefined> }>("/sexoffender", (request, reply) => {
    const { query } = request;
    if (query.key !== credentials.offenderSearch.key) return reply.code(401).send({ error: "Invalid API key" });
    const criteria = parameters.filter((name) => (query[name] ?? "") !== "");
    if (criteria.length === 0) return reply.code(400).send({ error: "At least one search parameter is required" });
    if (query.dob !== undefined && query.dob !== "" && !/^\d{4}-\d{2}-\d{2}$/.test(query.dob)) {
      return reply.code(400).send({ error: "dob must be YYYY-MM-DD" });
    }
    const isFuzzy = query.fuzzy === "true";
    const fits = (wanted: string, own: string) =>
      isFuzzy ? distance(fold(wanted), fold(own)) <= 1 : fold(wanted) === fold(own);
    const found = offenders.filter((one) =>
      criteria.every((name) => {
        const wanted = query[name] as string;
        return name === "firstName" || name === "lastName" ? fits(wanted, one[name]) : fold(wanted) === fold(one[name]);
      }),
    );
    return reply.send({ offenders: found, total: found.length });
  });
}

/** Returns the edit distance of two texts: how many letters must be added, removed or replaced. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const [left, above, corner] = [next[j], row[j + 1], row[j]] as [number, number, number];
      next.push(Math.min(left + 1, above + 1, corner + (letter === other ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length] as number;
}

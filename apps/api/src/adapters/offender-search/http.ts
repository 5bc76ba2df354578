import { createHash } from "node:crypto";
import { z } from "zod";
import { providerAt } from "../provider-http.ts";
import type { OffenderEntry, OffenderSearchPort } from "./port.ts";

export type OffenderSearchSettings = {
  /** The address of the vendor's API, without a trailing slash. */
  url: string;
  key: string;
  simulated: boolean;
  /** Milliseconds to wait for one response; the usual time unless given. */
  timeout?: number;
};

const text = z.string().max(4_000).nullish();
const offender = z.object({
  id: z.union([z.string().min(1).max(200), z.int()]).nullish(),
  name: text,
  firstName: text,
  lastName: text,
  aliases: z.array(z.string().max(400)).max(200).nullish(),
  dob: text,
  address: text,
  city: text,
  state: text,
  zipcode: text,
  riskLevel: text,
  crime: text,
  offenderUrl: text,
});
const answer = z.object({ offenders: z.array(offender).max(1_000) });
type Offender = z.output<typeof offender>;

/** Splits a full name into its first word and the rest. */
function named(full: string) {
  const [firstName = "", ...rest] = full.trim().split(/\s+/);
  return { firstName, lastName: rest.join(" ") };
}

function entryOf(one: Offender): OffenderEntry | null {
  const own = { firstName: one.firstName?.trim() ?? "", lastName: one.lastName?.trim() ?? "" };
  const first = own.lastName === "" ? named(one.name ?? "") : own;
  if (first.firstName === "" && first.lastName === "") return null;
  const birth = z.iso.date().safeParse(one.dob);
  const dateOfBirth = birth.success ? birth.data : null;
  const link = z.url({ protocol: /^https?$/ }).safeParse(one.offenderUrl);
  const facts = (
    [
      ["Address", one.address],
      ["City", one.city],
      ["State", one.state],
      ["ZIP code", one.zipcode],
      ["Risk level", one.riskLevel],
      ["Offense", one.crime],
      // A text that isn't a date is shown unchanged.
      ["Date of birth as written", dateOfBirth === null ? one.dob : null],
    ] as const
  ).flatMap(([label, value]) => (value ? [{ label, value }] : []));
  const made = createHash("sha256")
    .update(JSON.stringify([first, one.dob, one.address, one.zipcode]))
    .digest("hex");
  return {
    entryId: String(one.id ?? made.slice(0, 32)),
    names: [first, ...(one.aliases ?? []).map(named)],
    dateOfBirth,
    link: link.success ? link.data : null,
    facts,
  };
}

/**
 * A sex offender search over HTTP.
 *
 * Source: rapidapi.com, "How to use Offenders.io" (`GET /sexoffender` with `key`, `firstName`, `lastName`, `dob`, `zipcode`;
 * the list is the member `offenders`). Each name is searched twice, by first and last name and by last name and date of birth,
 * so that neither a nickname nor a wrong date hides an entry. The ZIP code is never used, because offenses aren't limited to
 * where people live.
 */
export function offenderSearchAt(settings: OffenderSearchSettings): OffenderSearchPort {
  const call = providerAt(settings.url, settings);
  const ask = async (query: Record<string, string>) => {
    const path = `/sexoffender?${new URLSearchParams({ ...query, key: settings.key })}`;
    return (await call({ method: "GET", path, headers: {}, answer })).offenders;
  };
  return {
    name: "Sex offender search",
    simulated: settings.simulated,
    async search({ names, dateOfBirth }) {
      const found = new Map<string, OffenderEntry>();
      for (const { firstName, lastName } of names) {
        const queries: Record<string, string>[] = [{ firstName, lastName }];
        if (dateOfBirth !== null) queries.push({ lastName, dob: dateOfBirth });
        for (const query of queries) {
          for (const one of await ask(query)) {
            const entry = entryOf(one);
            if (entry) found.set(entry.entryId, entry);
          }
        }
      }
      return [...found.values()];
    },
  };
}

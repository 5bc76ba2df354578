import type { Adapters } from "@touchline/api/kernel/call";
import type { Tenancy } from "@touchline/api/kernel/tenancy";
import { checkCounts, checkSome, type Inconsistency } from "@touchline/api/modules/standing/actions/check";

/** What differs is told one by one up to so many of an organization. */
const mostTold = 100;

/** What an inconsistency is, for whoever reads the list. */
const meanings: Record<Inconsistency["what"], string> = {
  demandMissing: "is owed by an assignment, and not demanded: membership and assignment",
  demandSurplus: "is demanded, and owed by no assignment: membership and assignment",
  requirement: "has another status than its facts give: requirement",
  membership: "has another standing than its facts give: membership",
  demandHistory: "demands what its history does not tell of: membership",
  attemptHistory: "is in another state than its history leads to: submission",
  requirementHistory: "has another status than its history leads to: requirement",
  membershipHistory: "has another overall status than its history leads to: membership",
  members: "counts its members wrongly: level",
  requirements: "counts its requirements wrongly: level",
  expiries: "counts its expiries wrongly: level",
  index: "holds its members wrongly in the member index: level",
};

/**
 * Recomputes every status, demand and count of every organization and says where they differ. Each step is a transaction that
 * holds some hundred people; the product may run meanwhile.
 *
 * @returns how many things differ.
 */
export async function checkEverybody(
  { tenancy, adapters, now }: { tenancy: Tenancy; adapters: Adapters; now: () => Date },
  say: (line: string) => void,
): Promise<number> {
  let wrong = 0;
  for await (const organizationId of tenancy.organizations()) {
    const within = <Result>(work: (call: Parameters<typeof checkCounts>[0]) => Promise<Result>) =>
      tenancy.run(organizationId, (db) =>
        work({ actor: { kind: "system", name: "check" }, organizationId, db, now: now(), adapters }),
      );
    let people = 0;
    const found: Inconsistency[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const some = await within((call) => checkSome(call, after ?? undefined));
      people += some.people;
      found.push(...some.found);
      after = some.after;
    }
    found.push(...(await within(checkCounts)));
    wrong += found.length;
    say(`Organization ${organizationId}: ${people} people, ${found.length} differences.`);
    for (const { what, id } of found.slice(0, mostTold)) say(`  ${id} ${meanings[what]}`);
    if (found.length > mostTold) say(`  … and ${found.length - mostTold} more.`);
  }
  return wrong;
}

import type { Adapters } from "@touchline/api/call";
import type { Tenancy } from "@touchline/api/database/tenancy";
import { checkCounts, checkSome, type Inconsistency } from "@touchline/api/modules/compliance/standing/actions/check";
import { inconsistencyWords } from "@touchline/api/modules/compliance/standing/queries/inconsistency-words";
import { filesAfter, isAltered, isStillNoted } from "@touchline/api/modules/files/files/actions/check-bytes";
import {
  type FactSubject,
  factMismatches,
  removedAfter,
} from "@touchline/api/modules/reporting/audit/queries/fact-mismatches";
import { plural } from "@touchline/rules";

type Difference = { id: string; what: string };
export type CheckWithin = <Result>(
  work: (call: Parameters<typeof checkCounts>[0]) => Promise<Result>,
) => Promise<Result>;

/** The most differences of an organization that are listed one by one. */
const maxReported = 100;
const alteredFile = "This file is missing or has changed since it was uploaded.";

const worded = ({ what, id }: Inconsistency): Difference => ({ id, what: inconsistencyWords[what] });

/**
 * Recomputes every status, demand, and count of every organization, compares submissions, people, and guardianships with their
 * last recorded digests, and lists the differences. Each step is a transaction that locks some hundred people, so the product
 * can run at the same time.
 *
 * @param options.files whether every uploaded file is read too.
 * @returns the number of differences.
 */
export async function checkEverybody(
  { tenancy, adapters, now }: { tenancy: Tenancy; adapters: Adapters; now: () => Date },
  say: (line: string) => void,
  { files = false } = {},
): Promise<number> {
  let wrong = 0;
  for await (const organizationId of tenancy.organizations()) {
    const within: CheckWithin = (work) =>
      tenancy.run(organizationId, (db) =>
        work({ actor: { kind: "system", name: "check" }, organizationId, db, now: now(), adapters }),
      );
    let people = 0;
    const found: Difference[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const from = after ?? undefined;
      const some = await within(async (call) => {
        const checked = await checkSome(call, from);
        return { ...checked, astray: await factMismatches(call, checked.checked) };
      });
      people += some.people;
      found.push(...some.found.map(worded), ...some.astray);
      after = some.after;
    }
    for (let after: FactSubject | null | undefined; after !== null; ) {
      const from = after ?? null;
      const some = await within((call) => removedAfter(call, from));
      found.push(...some.found);
      after = some.after;
    }
    found.push(...(await within(checkCounts)).map(worded));
    if (files) for await (const id of alteredFiles(adapters, within)) found.push({ what: alteredFile, id });
    wrong += found.length;
    say(
      `Organization ${organizationId}: ${plural(people, { one: "# person checked", other: "# people checked" })}, ` +
        `${plural(found.length, { one: "# difference", other: "# differences" })}.`,
    );
    for (const { what, id } of found.slice(0, maxReported)) say(`  ${id}: ${what}`);
    if (found.length > maxReported)
      say(`  … and ${plural(found.length - maxReported, { one: "# more difference", other: "# more differences" })}.`);
  }
  return wrong;
}

/** Ids of files whose bytes are not those that came. They are read one after the other, with no transaction open. */
export async function* alteredFiles(adapters: Adapters, within: CheckWithin): AsyncGenerator<string> {
  for (let after: string | undefined; ; ) {
    const from = after;
    const some = await within((call) => filesAfter(call, from));
    for (const noted of some) {
      if ((await isAltered(adapters, noted)) && (await within((call) => isStillNoted(call, noted)))) yield noted.fileId;
    }
    after = some.at(-1)?.fileId;
    if (after === undefined) return;
  }
}

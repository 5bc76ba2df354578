import { describe, expect, test } from "vitest";
import { changes, type TestedChange } from "../../test/matrix/changed.ts";
import type { Declared } from "../../test/matrix/declaration.ts";
import { declared } from "../../test/matrix/declared.ts";
import {
  expected,
  type MatrixCase,
  outcomeOf,
  placesOf,
  sendCase,
  theDocument,
} from "../../test/matrix/matrix-call.ts";
import { aWorld } from "../../test/world.ts";

// Every write of the OpenAPI document × every change that takes something away from somebody who stays signed in: actions that
// were permitted before and aren't now are refused at the next call, with the earlier token. The effects of a call are rolled
// back.

const plenty = { burst: 1_000_000, perSecond: 1_000 };
const world = aWorld({ rates: { account: plenty, address: plenty }, rehearsing: true });
const atOnce = 6;
const fewest = 800;

/** Writes that no such change takes away: they are about one's own account, or for platform operators. */
const ofNobody = (how: Declared) => "to" in how;

type Lost = { change: TestedChange; before: MatrixCase; after: MatrixCase; wanted: readonly string[] };

/** Runs one call for each cell, some at once. @returns the result of each, in order. */
async function outcomes(cells: readonly MatrixCase[], document: Awaited<ReturnType<typeof theDocument>>[0]) {
  const got: string[] = [];
  const rehearsal = world.it.rehearse();
  let next = 0;
  const work = async () => {
    for (let at = next++; at < cells.length; at = next++) {
      const cell = cells[at] as MatrixCase;
      const answer = await sendCase(world.it.base, document, cell);
      got[at] = outcomeOf(answer, declared[cell.key] as Declared);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  rehearsal.end();
  return got;
}

describe("what somebody could do yesterday and may not do today", () => {
  test("is refused by every write from the next call on, while they stay signed in", {
    tags: ["thorough"],
    timeout: 600_000,
  }, async () => {
    const [document, operations] = await theDocument(world.it.base);
    const writes = operations.filter(([key]) => !key.startsWith("GET ") && !ofNobody(declared[key] as Declared));
    const all = await changes(world.it);
    const couldDo = all.flatMap((change) =>
      writes.flatMap(([key, operation]) => {
        const how = declared[key] as Extract<Declared, { on: string }>;
        if (change.aboutPeople && how.on !== "person") return [];
        const relation = how.on === "nothing" ? null : change.relation;
        const isPlace = relation === null || placesOf[how.on].includes(relation);
        const cell: MatrixCase = { key, operation, caller: change.before, relation };
        return isPlace && expected(cell).includes("through") ? [{ change, cell }] : [];
      }),
    );
    const before = await outcomes(
      couldDo.map(({ cell }) => cell),
      document,
    );
    const happened = new Map<TestedChange, Awaited<ReturnType<TestedChange["happen"]>>>();
    for (const change of all) happened.set(change, await change.happen());
    const lost = couldDo.flatMap(({ change, cell }, at): (Lost & { got: string })[] => {
      const { after: caller, relation } = happened.get(change) as Awaited<ReturnType<TestedChange["happen"]>>;
      const after = { ...cell, caller, relation: cell.relation && relation };
      const how = declared[cell.key] as Extract<Declared, { on: string }>;
      const gone = caller.grants.length === 0;
      // People who left keep access only to their own data, their details and notices, and to no requirement.
      const ofMembership = gone && relation === "self" && how.on === "person" && how.id !== "profileId";
      const wanted = change.refusesAll || ofMembership ? ["refused"] : expected(after);
      if (wanted.includes("through")) return [];
      // People who are no longer members are refused, or nothing is found.
      return [
        { change, before: cell, after, wanted: gone ? ["refused", "hidden"] : wanted, got: before[at] as string },
      ];
    });
    const since = await outcomes(
      lost.map((one) => one.after),
      document,
    );
    const where = ({ change, after }: Lost) => `${after.key} by ${change.name}`;
    const unfounded = lost.filter((one) => !expected(one.before).includes(one.got));
    expect(unfounded.map((one) => `${where(one)}: ${one.got} before`)).toEqual([]);
    const wrong = lost.flatMap((one, at) =>
      one.wanted.includes(since[at] as string) ? [] : `${where(one)}: ${since[at]}, not ${one.wanted.join(" or ")}`,
    );
    expect(wrong).toEqual([]);
    expect(all.filter((change) => !lost.some((one) => one.change === change)).map((one) => one.name)).toEqual([]);
    const reached = new Set(lost.map((one) => one.after.key));
    expect(writes.map(([key]) => key).filter((key) => !reached.has(key))).toEqual([]);
    expect(lost.length).toBeGreaterThanOrEqual(fewest);
  });
});

import { describe, expect, test } from "vitest";
import type { Declared } from "../../test/matrix/declaration.ts";
import { declared } from "../../test/matrix/declared.ts";
import {
  expected,
  type MatrixCase,
  type Operation,
  outcomeOf,
  placesOf,
  sendCase,
  theDocument,
} from "../../test/matrix/matrix-call.ts";
import type { TestRelation } from "../../test/matrix/rules.ts";
import { type MatrixCaller, matrixWorld } from "../../test/matrix/world.ts";
import { aWorld } from "../../test/world.ts";

// Every operation of the OpenAPI document × every caller × every location of its subject. The effects of a call are rolled
// back, so that each sees the same data.

const plenty = { burst: 1_000_000, perSecond: 1_000 };
const world = aWorld({ rates: { account: plenty, address: plenty }, rehearsing: true });
const atOnce = 6;
/** How many cells are asked at least: a matrix that lost callers or places would pass too. */
const fewest = { all: 15_000, boundaries: 4_000 };

/** Callers with one role of each kind, whose results hold for all others by construction. */
const oneOfEach = new Set(["Individual", "Admin", "platform operator", "nobody"]);

/** Locations whose access doesn't follow from a role: other organizations, and children of one's own. */
const notByRole: readonly TestRelation[] = ["other", "guarded", "guardedAway", "onceGuarded"];

/** Returns whether the location or the role can affect the response. If neither can, one cell stands for all of them. */
function decides(how: Declared, caller: MatrixCaller, relation: TestRelation | null): boolean {
  // Calls about an account require no role.
  if ("to" in how) return how.rule !== undefined || caller.lost === true || oneOfEach.has(caller.name);
  // Callers without a profile are refused before the subject is looked up.
  if (!caller.hasProfile) return relation === null || relation === "own" || relation === "other";
  // Other organizations' data is hidden, and one's own child is visible, whatever the roles: callers with several roles are
  // enough.
  return !caller.several || (relation !== "other" && relation !== "guarded" && relation !== "onceGuarded");
}

/** Every caller at every location, as far as either can affect the response. */
function cellsOf(operations: [string, Operation][], callers: readonly MatrixCaller[]): MatrixCase[] {
  const rulesSeen = new Set<string>();
  return operations.flatMap(([key, operation]) => {
    const how = declared[key];
    const places = how && "on" in how ? placesOf[how.on] : [null];
    const writes = !key.startsWith("GET ");
    const cells = callers
      .filter((caller) => writes || !caller.lost)
      .flatMap((caller) =>
        places
          .filter((relation) => relation === null || caller.about(relation) !== null)
          .filter((relation) => !how || decides(how, caller, relation))
          .map((relation) => ({ key, operation, caller, relation })),
      );
    // Roles, and roles with guardianship, are combined in one place for all operations (`permits`): one operation of each
    // rule shows how, and the others show that they follow the rule.
    const rule = JSON.stringify(cells.map((cell) => [cell.caller.name, cell.relation, expected(cell)]));
    if (!rulesSeen.has(rule)) {
      rulesSeen.add(rule);
      return cells;
    }
    return cells.filter(
      ({ caller, relation }) =>
        !caller.several && (oneOfEach.has(caller.name) || !notByRole.some((place) => place === relation)),
    );
  });
}

/**
 * Returns, for each operation at each place, the callers on either side of the line: from the weakest role to the strongest, the
 * first caller whom the rule lets through and the last whom it doesn't. Callers without a role at this moment are all asked, at
 * one place.
 */
function boundaries(cells: readonly MatrixCase[]): MatrixCase[] {
  const kept = new Map<string, MatrixCase>();
  for (const cell of cells) {
    const { key, caller, relation } = cell;
    if (caller.several) continue;
    if (caller.lost || !caller.hasProfile) {
      if (relation === null || relation === "own") kept.set(`${key} ${caller.name}`, cell);
      continue;
    }
    const through = expected(cell).includes("through");
    const side = `${key} ${relation} ${through}`;
    if (!through || !kept.has(side)) kept.set(side, cell);
  }
  return [...kept.values()];
}

let callers: Promise<MatrixCaller[]> | undefined;
const allCells = async () => {
  callers ??= matrixWorld(world.it);
  const [, operations] = await theDocument(world.it.base);
  return cellsOf(
    operations.filter(([key]) => key in declared && !key.startsWith("POST /connect")),
    await callers,
  );
};

/** Asks each cell, some at once, and holds the outcomes against the permission table. */
async function holdsFor(cells: readonly MatrixCase[]) {
  const [document] = await theDocument(world.it.base);
  const wrong: string[] = [];
  const reached = new Map<string, Set<number>>();
  const rehearsal = world.it.rehearse();
  let next = 0;
  const work = async () => {
    for (let cell = cells[next++]; cell; cell = cells[next++]) {
      const { key, caller, relation } = cell;
      const how = declared[key] as Declared;
      const used = caller.token;
      let answer = await sendCase(world.it.base, document, cell);
      const ranOut = answer.status === 401 && used !== null && !("to" in how && how.to === "anybody");
      if (ranOut) {
        if (caller.token === used) caller.token = await caller.renewed();
        answer = await sendCase(world.it.base, document, cell);
      }
      const got = outcomeOf(answer, how);
      const wanted = expected(cell);
      reached.set(key, (reached.get(key) ?? new Set()).add(answer.status));
      const where = `${key} by ${caller.name}${relation === null ? "" : `, ${relation}`}`;
      if (!wanted.includes(got)) {
        wrong.push(`${where}: ${got} (${answer.status} ${answer.json?.reason ?? ""}), not ${wanted.join(" or ")}`);
      } else if (relation === "self" && "on" in how && how.neverOnOneself && answer.status < 300 && !how.each) {
        wrong.push(`${where}: done to oneself`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  rehearsal.end();
  expect(wrong.sort()).toEqual([]);
  // A call refused for its format was never authorized: add valid input to its declaration.
  const unread = [...reached].filter(([key, statuses]) => {
    const how = declared[key] as Declared;
    return ("on" in how || how.rule !== undefined) && [...statuses].every((status) => [400, 401, 415].includes(status));
  });
  expect(unread.map(([key]) => key)).toEqual([]);
}

describe("who may make which call", () => {
  test("every operation is declared in test/matrix, and nothing else is", async () => {
    const [, operations] = await theDocument(world.it.base);
    const known = operations.map(([key]) => key);
    const missing = known.filter((key) => !(key in declared));
    expect(
      missing.map(
        (key) =>
          `add "${key}" to the file of its area in apps/api/test/matrix (declared-requirements.ts for reviews, declared.ts if none fits), with what it is about (on) and the permission it needs (rule)`,
      ),
    ).toEqual([]);
    expect(Object.keys(declared).filter((key) => !known.includes(key))).toEqual([]);
  });

  test("is what the permission table says, for every caller and every place", {
    tags: ["thorough"],
    timeout: 600_000,
  }, async () => {
    const cells = await allCells();
    await holdsFor(cells);
    expect(cells.length).toBeGreaterThanOrEqual(fewest.all);
  });

  test("is what the permission table says, on either side of each line that it draws", {
    timeout: 600_000,
  }, async () => {
    const cells = boundaries(await allCells());
    await holdsFor(cells);
    expect(cells.length).toBeGreaterThanOrEqual(fewest.boundaries);
  });
});

import { RequirementType, type Role, roles } from "@touchline/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { numberTree } from "../people/tree.ts";
import { type Grant, type PermissionAction, type PermissionTarget, permissionActions, permits } from "./permissions.ts";

// The table uses preorder numbers. The oracle walks from a level to its parents instead, and has the specification's
// matrix written out a second time, in words.

type Tree = { parents: (number | null)[]; pre: number[]; last: number[] };

/** Every level except the first has a parent among the earlier ones. */
const trees = fc
  .array(fc.nat(), { minLength: 0, maxLength: 24 })
  .map((picks) => [null, ...picks.map((pick, index) => pick % (index + 1))])
  .map((parents): Tree => {
    const name = (index: number) => String(index).padStart(3, "0");
    const rows = parents.map((parent, index) => ({
      id: name(index),
      parentId: parent === null ? null : name(parent),
      name: name(index),
    }));
    const numbered = numberTree(rows);
    if ("refused" in numbered) throw new Error("no tree");
    const of = new Map(numbered.levels.map((level) => [level.id, level]));
    return {
      parents,
      pre: rows.map((row) => of.get(row.id)?.pre as number),
      last: rows.map((row) => of.get(row.id)?.last as number),
    };
  });

/** Tests whether a level is another one or below it, by walking up. */
function below(tree: Tree, at: number, top: number): boolean {
  for (let here: number | null = at; here !== null; here = tree.parents[here] as number | null) {
    if (here === top) return true;
  }
  return false;
}

const reviewers = ["Manager", "Director", "Admin", "AnkoredAdmin"];
const staff = ["Manager", "Account Manager", "Director", "Admin", "AnkoredAdmin"];
const leaders = ["Account Manager", "Director", "Admin", "AnkoredAdmin"];
const directors = ["Director", "Admin", "AnkoredAdmin"];
const admins = ["Admin", "AnkoredAdmin"];
const money = ["Account Manager", "Admin", "AnkoredAdmin"];

/** The roles with each permission; an Account Manager's money permissions cover the whole organization. */
const holders: Record<PermissionAction, { who: string[]; wide?: true }> = {
  own: { who: [] },
  "members.see": { who: staff },
  "members.add": { who: staff },
  "labels.give": { who: leaders },
  "memberships.change": { who: leaders },
  "profiles.edit": { who: leaders },
  "files.see": { who: reviewers },
  "confidential.see": { who: staff },
  "requirements.review": { who: reviewers },
  "requirements.disqualify": { who: directors },
  "requirements.reinstate": { who: admins },
  "content.edit": { who: reviewers },
  "content.assign": { who: reviewers },
  "content.reviewPolicies": { who: directors },
  "content.fromPlatform": { who: directors },
  "levels.edit": { who: leaders },
  "labels.edit": { who: admins },
  "organization.edit": { who: admins },
  billing: { who: money, wide: true },
  onboarding: { who: money, wide: true },
  notes: { who: staff },
  "incidents.report": { who: staff },
  "incidents.manage": { who: directors },
  "records.export": { who: directors },
  audit: { who: admins },
  platform: { who: ["AnkoredAdmin"] },
};
const above: Record<Role, Role[]> = {
  Individual: [...roles],
  Manager: ["Manager", "Account Manager", "Director", "Admin", "AnkoredAdmin"],
  "Account Manager": ["Director", "Admin", "AnkoredAdmin"],
  Director: ["Account Manager", "Admin", "AnkoredAdmin"],
  Admin: ["AnkoredAdmin"],
  AnkoredAdmin: [],
};
const confidential: RequirementType[] = [3, 6, 7, 9, 10];
const giving = ["members.add", "labels.give", "memberships.change", "profiles.edit", "labels.edit"];

type Held = { role: Role; at: number };
type About = Omit<PermissionTarget, "levelPre" | "membershipPres" | "requirementType"> & {
  level: number;
  memberships: number[];
  requirementType: RequirementType;
};

function oracle(tree: Tree, held: readonly Held[], action: PermissionAction, about: About): boolean {
  if (about.self || about.guardedChild) {
    if (
      action.startsWith("requirements.") ||
      ["notes", "incidents.report", "incidents.manage", "records.export"].includes(action)
    )
      return false;
    if (["own", "files.see", "confidential.see"].includes(action)) return true;
  }
  const has = (role: Role) => held.some((one) => one.role === role);
  const moneyOnly = has("Account Manager") && !has("Director") && !has("Admin") && !has("AnkoredAdmin");
  if (moneyOnly && ["files.see", "requirements.review"].includes(action)) return false;
  const secret = confidential.includes(about.requirementType);
  return held.some(({ role, at }) => {
    const row = holders[action];
    if (!row.who.includes(role)) return false;
    const everywhere = role === "Admin" || role === "AnkoredAdmin" || row.wide === true;
    if (!everywhere && (about.organizationWide || !below(tree, about.level, at))) return false;
    if (action === "files.see" && secret) return false;
    if (action === "requirements.review" && role === "Manager" && (secret || !about.managers?.review)) return false;
    if (action.startsWith("content.") && role === "Manager" && !about.managers?.content) return false;
    if (["requirements.disqualify", "records.export"].includes(action) && role === "Director") {
      const reached = (level: number) => held.some((one) => one.role === "Director" && below(tree, level, one.at));
      if (about.memberships.length === 0 || !about.memberships.every(reached)) return false;
    }
    if (giving.includes(action) && about.roles?.some((assigned) => above[role].includes(assigned))) return false;
    const least = about.givers?.[0];
    if (least === "Admin") return admins.includes(role);
    return least !== "Director" || leaders.includes(role);
  });
}

const cases = trees.chain((tree) => {
  const level = fc.nat(tree.parents.length - 1);
  return fc.record({
    tree: fc.constant(tree),
    held: fc.array(fc.record({ role: fc.constantFrom(...roles), at: level }), { maxLength: 4 }),
    action: fc.constantFrom(...permissionActions),
    about: fc.record({
      level,
      memberships: fc.array(level, { maxLength: 3 }),
      organizationWide: fc.boolean(),
      self: fc.boolean(),
      guardedChild: fc.boolean(),
      requirementType: fc.constantFrom(...Object.values(RequirementType)),
      roles: fc.array(fc.constantFrom(...roles), { maxLength: 2 }),
      givers: fc.array(fc.constantFrom("Manager" as const, "Director" as const, "Admin" as const), { maxLength: 1 }),
      managers: fc.record({ review: fc.boolean(), content: fc.boolean() }),
    }),
  });
});

describe("the permission table on random trees", () => {
  test("says what walking up from the level says, for 10,000 trees, people and questions", () => {
    const said = { yes: 0, no: 0 };
    fc.assert(
      fc.property(cases, ({ tree, held, action, about: { level, memberships, ...about } }) => {
        const grants = held.map(
          ({ role, at }): Grant => ({
            role,
            levelId: `${at}`,
            pre: tree.pre[at] as number,
            last: tree.last[at] as number,
          }),
        );
        const target: PermissionTarget = {
          ...about,
          levelPre: tree.pre[level] as number,
          membershipPres: memberships.map((one) => tree.pre[one] as number),
        };
        const { allowed } = permits(grants, action, target);
        expect(allowed).toBe(oracle(tree, held, action, { ...about, level, memberships }));
        said[allowed ? "yes" : "no"] += 1;
      }),
      { numRuns: 10_000 },
    );
    // Both answers must be frequent, or the test proves nothing.
    expect(Math.min(said.yes, said.no)).toBeGreaterThan(1_000);
  });
});

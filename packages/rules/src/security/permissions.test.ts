import { type LabelGiver, RequirementType, type Role, roles } from "@touchline/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Grant,
  isConfidential,
  type PermissionAction,
  type PermissionTarget,
  permissionActions,
  permits,
  viewAction,
} from "./permissions.ts";
import { givableRoles, mayHandOut, possibleGivers } from "./roles.ts";

/**
 * The specification's matrix, in the order of its columns. A footnote sign refers to a condition that is tested below.
 */
const matrix: Record<PermissionAction, string> = {
  //                       Individual | Manager | Account Manager | Director | Admin | AnkoredAdmin
  own: "own | own | own | own | own | own",
  "members.see": "– | level+below | level+below | level+below | org | platform",
  "members.add": "– | level+below | level+below | level+below | org | platform",
  "labels.give": "– | – | level+below | level+below | org | platform",
  "memberships.change": "– | – | level+below | level+below | org | platform",
  "profiles.edit": "– | – | level+below | level+below | org | platform",
  "files.see": "– | level+below | – | level+below | org | platform",
  "confidential.see": "own | outcome only | outcome only | level+below | org | platform",
  "requirements.review": "– | level+below | – | level+below | org | platform",
  "requirements.disqualify": "– | – | – | level+below | org | platform",
  "requirements.reinstate": "– | – | – | – | org | platform",
  "content.edit": "– | level+below | – | level+below | org | platform",
  "content.assign": "– | level+below | – | level+below | org | platform",
  "content.reviewPolicies": "– | – | – | level+below | org | platform",
  "content.fromPlatform": "– | – | – | level+below | org | platform",
  "levels.edit": "– | – | level+below | level+below | org | platform",
  "labels.edit": "– | – | – | – | org | platform",
  "organization.edit": "– | – | – | – | org | platform",
  billing: "– | – | org | – | org | platform",
  onboarding: "– | – | org | – | org | platform",
  notes: "– | level+below | level+below | level+below | org | platform",
  "incidents.report": "– | level+below | level+below | level+below | org | platform",
  "incidents.manage": "– | – | – | level+below | org | platform",
  "records.export": "– | – | – | level+below | org | platform",
  audit: "– | – | – | – | org | platform",
  platform: "– | – | – | – | – | platform",
};
const leaders: Role[] = ["Account Manager", "Director", "Admin", "AnkoredAdmin"];
const columns: Role[] = ["Individual", "Manager", "Account Manager", "Director", "Admin", "AnkoredAdmin"];
function reachOf(action: PermissionAction, role: Role): string {
  return matrix[action].split(" | ")[columns.indexOf(role)] ?? "";
}

/** A club with levels 10 to 19. Level 15 is in it; level 30 is elsewhere in the organization. */
const club = (role: Role): Grant => ({ role, levelId: "club", pre: 10, last: 19 });
/** Another person, at a level, an ordinary type, and an Individual label: nothing that a condition refuses. */
const plain = (levelPre: number): PermissionTarget => ({
  levelPre,
  membershipPres: [levelPre],
  requirementType: RequirementType.Document,
  roles: ["Individual"],
});

describe("the permission matrix", () => {
  for (const action of permissionActions) {
    test(`${action}: every role reaches as far as the matrix says`, () => {
      for (const role of roles) {
        const reach = reachOf(action, role);
        const wide = reach === "org" || reach === "platform";
        const here = wide || reach === "level+below" || reach === "outcome only";
        const answers = [
          permits([club(role)], action, plain(15)).allowed,
          permits([club(role)], action, plain(10)).allowed,
          permits([club(role)], action, plain(19)).allowed,
          permits([club(role)], action, plain(9)).allowed,
          permits([club(role)], action, plain(20)).allowed,
          permits([club(role)], action, { ...plain(15), organizationWide: true }).allowed,
          permits([club(role)], action, {}).allowed,
        ];
        // Without any data about the target, only roles with access to everything are permitted; for files without a
        // type, no one.
        const unspecified = wide && action !== "files.see";
        expect(`${role}: ${answers}`).toBe(`${role}: ${[here, here, here, wide, wide, wide, unspecified]}`);
      }
    });
  }

  test("nobody may do anything but their own without a role", () => {
    for (const action of permissionActions) {
      expect(permits([], action, plain(15))).toEqual({ allowed: false, reason: "role" });
    }
    expect(permits([], "own", { self: true })).toEqual({ allowed: true });
    expect(permits([], "own", { guardedChild: true })).toEqual({ allowed: true });
  });

  test("a director cannot act on a sibling level, and is told that it is out of reach", () => {
    expect(permits([club("Director")], "requirements.review", plain(30))).toEqual({
      allowed: false,
      reason: "outOfReach",
    });
  });
});

describe("the conditions of the matrix", () => {
  const confidential = { ...plain(15), requirementType: RequirementType.BackgroundCheck };

  test("confidential are exactly screenings, identity and age", () => {
    const types = Object.entries(RequirementType).filter(([, type]) => isConfidential[type]);
    expect(types.map(([name]) => name).sort()).toEqual([
      "AgeVerification",
      "BackgroundCheck",
      "IdentityVerification",
      "LiveScan",
      "SexOffenderSearch",
    ]);
    expect(viewAction(RequirementType.LiveScan)).toBe("confidential.see");
    expect(viewAction(RequirementType.Form)).toBe("files.see");
  });

  test("managers and account managers see the outcome of a confidential result and no more", () => {
    for (const role of ["Manager", "Account Manager"] as const) {
      expect(permits([club(role)], "confidential.see", confidential)).toEqual({ allowed: true, outcomeOnly: true });
    }
    expect(permits([club("Director")], "confidential.see", confidential)).toEqual({ allowed: true });
    expect(permits([club("Manager"), club("Director")], "confidential.see", confidential)).toEqual({ allowed: true });
    expect(permits([club("Director"), club("Manager")], "confidential.see", confidential)).toEqual({ allowed: true });
  });

  test("managers review ordinary types only, and nothing when the type is left out", () => {
    const manager = [club("Manager")];
    expect(permits(manager, "requirements.review", plain(15))).toEqual({ allowed: true });
    for (const target of [confidential, { levelPre: 15 }]) {
      expect(permits(manager, "requirements.review", target)).toEqual({ allowed: false, reason: "confidentialType" });
    }
  });

  test("the permission for ordinary files never opens a confidential one, to no role", () => {
    for (const role of roles) expect(permits([club(role)], "files.see", confidential).allowed).toBe(false);
  });

  test("the organization may switch its managers' reviewing and their work on content off, each alone", () => {
    const noReview = { ...plain(15), managers: { review: false, content: true } };
    const noContent = { ...plain(15), managers: { review: true, content: false } };
    const off = { allowed: false, reason: "switchedOff" };
    for (const action of ["content.edit", "content.assign"] as const) {
      expect(permits([club("Manager")], action, noContent)).toEqual(off);
      expect(permits([club("Manager")], action, noReview)).toEqual({ allowed: true });
    }
    expect(permits([club("Manager")], "requirements.review", noReview)).toEqual(off);
    expect(permits([club("Manager")], "requirements.review", noContent)).toEqual({ allowed: true });
    expect(permits([club("Director")], "requirements.review", noReview)).toEqual({ allowed: true });
  });

  test("a director disqualifies only who has every membership within reach, over all levels that they direct", () => {
    const there: Grant = { role: "Director", levelId: "other", pre: 30, last: 39 };
    const of = (membershipPres: number[]) => ({ ...plain(15), membershipPres });
    const refused = { allowed: false, reason: "membershipOutOfReach" };
    expect(permits([club("Director")], "requirements.disqualify", of([12, 15]))).toEqual({ allowed: true });
    expect(permits([club("Director")], "requirements.disqualify", of([12, 30]))).toEqual(refused);
    expect(permits([club("Director"), there], "requirements.disqualify", of([12, 30]))).toEqual({ allowed: true });
    expect(permits([club("Director")], "requirements.disqualify", of([]))).toEqual(refused);
    expect(permits([club("Director")], "requirements.disqualify", { levelPre: 15 })).toEqual(refused);
    const managed: Grant = { ...there, role: "Manager" };
    expect(permits([club("Director"), managed], "requirements.disqualify", of([12, 30]))).toEqual(refused);
    expect(permits([club("Admin")], "requirements.disqualify", of([12, 30]))).toEqual({ allowed: true });
  });

  test("nobody gives or takes a role above their own", () => {
    for (const action of ["members.add", "labels.give", "memberships.change", "profiles.edit"] as const) {
      for (const role of roles) {
        for (const assigned of roles) {
          const verdict = permits([club(role)], action, { ...plain(15), roles: [assigned] });
          const may = givableRoles[role].includes(assigned) && reachOf(action, role) !== "–";
          expect(`${action} ${role} → ${assigned}: ${verdict.allowed}`).toBe(`${action} ${role} → ${assigned}: ${may}`);
        }
      }
    }
    expect(permits([club("Director")], "memberships.change", { ...plain(15), roles: ["Manager", "Admin"] })).toEqual({
      allowed: false,
      reason: "aboveOwnRole",
    });
  });

  test("a label is handed out only by whom the organization leaves it to, of those who could give its role", () => {
    const givers = { Manager: ["Manager", ...leaders], Director: leaders, Admin: ["Admin", "AnkoredAdmin"] };
    for (const role of roles) {
      for (const [least, who] of Object.entries(givers) as [LabelGiver, Role[]][]) {
        const verdict = permits([club(role)], "members.add", { ...plain(15), givers: [least] });
        const may = who.includes(role);
        expect(`${role}, left to ${least}: ${verdict.allowed}`).toBe(`${role}, left to ${least}: ${may}`);
      }
    }
    const label = { ...plain(15), givers: ["Admin"] } satisfies PermissionTarget;
    expect(permits([club("Director")], "members.add", label)).toEqual({ allowed: false, reason: "notAGiver" });
    for (const role of ["Individual", "Manager", "Account Manager", "Director", "Admin"] as const) {
      // Whoever a label may be left to must be able to assign its role: a Director can't assign an Account Manager's,
      // or the reverse.
      for (const least of possibleGivers(role)) {
        expect(roles.some((giver) => mayHandOut(giver, least) && givableRoles[giver].includes(role))).toBe(true);
      }
    }
    expect(possibleGivers("Individual")).toEqual(["Manager", "Director", "Admin"]);
    expect(possibleGivers("Manager")).toEqual(["Director", "Admin"]);
    expect(possibleGivers("Account Manager")).toEqual(["Director", "Admin"]);
    expect(possibleGivers("Admin")).toEqual(["Admin"]);
  });

  test("nobody changes what a label carries to more than their own role, nor from more", () => {
    for (const assigned of roles) {
      const verdict = permits([club("Admin")], "labels.edit", { organizationWide: true, roles: [assigned] });
      expect(`${assigned}: ${verdict.allowed}`).toBe(`${assigned}: ${assigned !== "AnkoredAdmin"}`);
    }
  });

  test("a role gives only where it lies: a director here is no director there", () => {
    const there: Grant = { role: "Account Manager", levelId: "other", pre: 30, last: 39 };
    const grants = [club("Director"), there];
    expect(permits(grants, "labels.give", { ...plain(30), roles: ["Director"] })).toEqual({
      allowed: false,
      reason: "aboveOwnRole",
    });
    expect(permits(grants, "labels.give", { ...plain(15), roles: ["Director"] })).toEqual({ allowed: true });
  });

  test("an account manager only gets no files and no review, not even as a manager too", () => {
    const grants = [club("Account Manager"), club("Manager")];
    for (const action of ["files.see", "requirements.review"] as const) {
      expect(permits(grants, action, plain(15))).toEqual({ allowed: false, reason: "onlyAccountManager" });
      expect(permits([...grants, club("Director")], action, plain(15))).toEqual({ allowed: true });
    }
    expect(permits(grants, "content.edit", plain(15))).toEqual({ allowed: true });
  });
});

describe("one's own requirements and those of a child that one guards", () => {
  const deciding = ["requirements.review", "requirements.disqualify", "requirements.reinstate"] as const;

  test("are decided by nobody, whatever the role", () => {
    for (const action of deciding)
      for (const role of roles) {
        expect(permits([club(role)], action, { ...plain(15), self: true })).toEqual({
          allowed: false,
          reason: "ownRequirement",
        });
        expect(permits([club(role)], action, { ...plain(15), guardedChild: true })).toEqual({
          allowed: false,
          reason: "guardedChild",
        });
      }
  });

  test("are seen by everyone, with the whole result", () => {
    for (const role of roles)
      for (const action of ["own", "files.see", "confidential.see"] as const)
        for (const who of [{ self: true }, { guardedChild: true }]) {
          expect(permits([club(role)], action, { ...plain(30), ...who })).toEqual({ allowed: true });
        }
  });
});

const grant: fc.Arbitrary<Grant> = fc
  .tuple(fc.constantFrom(...roles), fc.nat(30), fc.nat(10))
  .map(([role, pre, size]) => ({ role, levelId: `${pre}`, pre, last: pre + size }));
const target: fc.Arbitrary<PermissionTarget> = fc.record(
  {
    organizationWide: fc.boolean(),
    levelPre: fc.nat(40),
    membershipPres: fc.array(fc.nat(40), { maxLength: 3 }),
    self: fc.boolean(),
    guardedChild: fc.boolean(),
    requirementType: fc.constantFrom(...Object.values(RequirementType)),
    roles: fc.array(fc.constantFrom(...roles), { maxLength: 2 }),
    managers: fc.record({ review: fc.boolean(), content: fc.boolean() }),
  },
  { requiredKeys: [] },
);
const action = fc.constantFrom(...permissionActions);
const grants = fc.array(grant, { maxLength: 4 });

describe("for any roles and any target", () => {
  test("one more role never takes a permission away, except an account manager's", () => {
    fc.assert(
      fc.property(grants, grant, action, target, (held, more, act, about) => {
        fc.pre(more.role !== "Account Manager");
        const before = permits(held, act, about);
        const after = permits([...held, more], act, about);
        if (before.allowed) expect(after.allowed).toBe(true);
        if (before.allowed && !before.outcomeOnly) expect(after).toEqual({ allowed: true });
      }),
      { numRuns: 1000 },
    );
  });

  test("being an account manager too takes away files and review at most", () => {
    fc.assert(
      fc.property(grants, grant, action, target, (held, more, act, about) => {
        fc.pre(act !== "files.see" && act !== "requirements.review");
        const after = permits([...held, { ...more, role: "Account Manager" }], act, about);
        if (permits(held, act, about).allowed) expect(after.allowed).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test("a grant over a larger part of the tree never permits less", () => {
    fc.assert(
      fc.property(grant, action, target, fc.nat(10), (held, act, about, wider) => {
        const larger = { ...held, pre: Math.max(0, held.pre - wider), last: held.last + wider };
        if (permits([held], act, about).allowed) expect(permits([larger], act, about).allowed).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test("the order of the roles does not matter", () => {
    fc.assert(
      fc.property(grants, action, target, (held, act, about) => {
        expect(permits(held.toReversed(), act, about)).toEqual(permits(held, act, about));
      }),
    );
  });

  test("a platform administrator may do to others everything but see confidential files as ordinary ones", () => {
    fc.assert(
      fc.property(action, target, (act, about) => {
        const stranger = { ...about, self: false, guardedChild: false };
        fc.pre(act !== "own" && act !== "files.see");
        expect(permits([club("AnkoredAdmin")], act, stranger)).toEqual({ allowed: true });
      }),
    );
  });
});

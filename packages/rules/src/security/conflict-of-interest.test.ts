import { expect, test } from "vitest";
import { type Ties, tieRefusal } from "./conflict-of-interest.ts";
import { type Grant, type PermissionAction, permissionActions, permits } from "./permissions.ts";

const admin: Grant[] = [{ role: "Admin", levelId: "root", pre: 1, last: 100 }];
const about = { levelPre: 5, membershipPres: [5], requirementType: 0 } as const;
const decisions: readonly PermissionAction[] = [
  "requirements.review",
  "requirements.disqualify",
  "requirements.reinstate",
];

test.each([
  [{}, null],
  [{ self: false, otherEntry: false, guardedChild: false, onceGuarded: false, tookPart: false }, null],
  [{ self: true }, "ownRequirement"],
  [{ otherEntry: true }, "ownRequirement"],
  [{ guardedChild: true, onceGuarded: true }, "guardedChild"],
  [{ onceGuarded: true }, "onceGuarded"],
  [{ tookPart: true }, "ownSubmission"],
  [{ onceGuarded: true, tookPart: true }, "onceGuarded"],
] as const satisfies readonly (readonly [Ties, string | null])[])(
  "%j leads to %s, for every decision",
  (ties, reason) => {
    expect(tieRefusal(ties)).toBe(reason);
    for (const action of decisions) {
      expect(permits(admin, action, { ...about, ...ties })).toEqual(
        reason === null ? { allowed: true } : { allowed: false, reason },
      );
    }
  },
);

test("a tie that has ended takes nothing else from a role", () => {
  const others = permissionActions.filter((action) => !decisions.includes(action));
  for (const action of others) {
    const plain = permits(admin, action, about);
    expect(permits(admin, action, { ...about, onceGuarded: true, tookPart: true }), action).toEqual(plain);
  }
});

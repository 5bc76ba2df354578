import { type Role, roles } from "@touchline/contract";
import { describe, expect, test } from "vitest";
import {
  currentRole,
  givableRoles,
  highestRole,
  isInGroup,
  isReviewer,
  mayOnboard,
  onlyAccountManager,
  type RoleGroup,
  roleRank,
} from "./roles.ts";

const whoPasses = (check: (held: Role[]) => boolean) => roles.filter((role) => check([role]));

describe("groups of roles", () => {
  test("contain the roles of the specification, each the one before", () => {
    const members = (group: RoleGroup) => whoPasses((held) => isInGroup(held, group));
    expect(members("platformAdmin")).toEqual(["AnkoredAdmin"]);
    expect(members("adminLevel")).toEqual(["AnkoredAdmin", "Admin"]);
    expect(members("adminOrDirector")).toEqual(["AnkoredAdmin", "Admin", "Account Manager", "Director"]);
    expect(members("adminDirectorOrManager")).toEqual([
      "AnkoredAdmin",
      "Admin",
      "Account Manager",
      "Director",
      "Manager",
    ]);
  });

  test("the reviewer check and the onboarding check accept the roles that the specification names", () => {
    expect(whoPasses(isReviewer)).toEqual(["AnkoredAdmin", "Admin", "Director", "Manager"]);
    expect(whoPasses(mayOnboard)).toEqual(["AnkoredAdmin", "Admin", "Account Manager"]);
  });
});

describe("only an account manager", () => {
  test("is someone without the role Admin, Director or AnkoredAdmin anywhere, even if also a Manager", () => {
    expect(onlyAccountManager(["Account Manager"])).toBe(true);
    expect(onlyAccountManager(["Account Manager", "Manager", "Individual"])).toBe(true);
    for (const more of ["AnkoredAdmin", "Admin", "Director"] as const) {
      expect(onlyAccountManager(["Account Manager", more])).toBe(false);
    }
    expect(onlyAccountManager(["Manager"])).toBe(false);
    expect(onlyAccountManager([])).toBe(false);
  });

  test("does not review", () => {
    expect(isReviewer(["Account Manager", "Manager"])).toBe(false);
    expect(isReviewer(["Account Manager", "Director"])).toBe(true);
  });
});

describe("ranks", () => {
  test("no one gives a role of a higher rank, and everyone except an Individual gives their own and lower ones", () => {
    for (const role of roles) {
      for (const assigned of givableRoles[role]) expect(roleRank[assigned]).toBeLessThanOrEqual(roleRank[role]);
    }
    expect(roles.filter((role) => givableRoles[role].includes(role))).toEqual([
      "AnkoredAdmin",
      "Admin",
      "Account Manager",
      "Director",
    ]);
  });

  test("people who were given a role can't give more than the person who gave it", () => {
    for (const role of roles)
      for (const assigned of givableRoles[role])
        for (const next of givableRoles[assigned]) expect(givableRoles[role]).toContain(next);
  });

  test("an Account Manager can't make a Director, nor a Director an Account Manager", () => {
    expect(givableRoles["Account Manager"]).not.toContain("Director");
    expect(givableRoles.Director).not.toContain("Account Manager");
  });

  test("the highest of several roles is found, and none without roles", () => {
    expect(highestRole(["Manager", "Director", "Individual"])).toBe("Director");
    expect(highestRole(roles)).toBe("AnkoredAdmin");
    expect(highestRole([])).toBeNull();
  });
});

describe("role names", () => {
  test("of older accounts are replaced by current ones", () => {
    expect(currentRole("President")).toBe("Admin");
    expect(currentRole("Operator")).toBe("Manager");
  });
  test("that are current stay, and anything else is not a role", () => {
    for (const role of roles) expect(currentRole(role)).toBe(role);
    for (const name of ["", "admin", "toString", "__proto__", "Owner"]) expect(currentRole(name)).toBeNull();
  });
});

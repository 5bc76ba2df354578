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

  test("the reviewer check and the onboarding check pass whom the specification names", () => {
    expect(whoPasses(isReviewer)).toEqual(["AnkoredAdmin", "Admin", "Director", "Manager"]);
    expect(whoPasses(mayOnboard)).toEqual(["AnkoredAdmin", "Admin", "Account Manager"]);
  });
});

describe("only an account manager", () => {
  test("is who is no Admin, Director or AnkoredAdmin anywhere, a Manager included", () => {
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
  test("nobody gives a role of a higher rank, and everyone but an individual gives their own or the ones below", () => {
    for (const role of roles) {
      for (const given of givableRoles[role]) expect(roleRank[given]).toBeLessThanOrEqual(roleRank[role]);
    }
    expect(roles.filter((role) => givableRoles[role].includes(role))).toEqual([
      "AnkoredAdmin",
      "Admin",
      "Account Manager",
      "Director",
    ]);
  });

  test("what someone may give, those they gave it to can give no further than they", () => {
    for (const role of roles)
      for (const given of givableRoles[role])
        for (const next of givableRoles[given]) expect(givableRoles[role]).toContain(next);
  });

  test("money and reviews stay apart: an account manager makes no director, a director no account manager", () => {
    expect(givableRoles["Account Manager"]).not.toContain("Director");
    expect(givableRoles.Director).not.toContain("Account Manager");
  });

  test("the highest of several is found, and none of none", () => {
    expect(highestRole(["Manager", "Director", "Individual"])).toBe("Director");
    expect(highestRole(roles)).toBe("AnkoredAdmin");
    expect(highestRole([])).toBeNull();
  });
});

describe("role names", () => {
  test("of older accounts become today's", () => {
    expect(currentRole("President")).toBe("Admin");
    expect(currentRole("Operator")).toBe("Manager");
  });
  test("of today stay, and anything else is no role", () => {
    for (const role of roles) expect(currentRole(role)).toBe(role);
    for (const name of ["", "admin", "toString", "__proto__", "Owner"]) expect(currentRole(name)).toBeNull();
  });
});

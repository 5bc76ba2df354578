import { afterEach, expect, test, vi } from "vitest";
import type { Claims } from "./claims.ts";
import { pendingPolicies } from "./policies.ts";
import type { ActiveProfile } from "./useActiveProfile.ts";
import { type LevelRole, readLevelRoles, userDataOf } from "./user-data.ts";

const security = { token: "t", authTime: 1_000, profileId: "p1", remember: true, isLoaded: true };
const claims: Claims = {
  sub: "u1",
  exp: 2,
  authTime: 1,
  email: "ada@example.org",
  userName: "ada",
  firstName: "Ada",
  lastName: "Byron",
  roles: ["Director", "AnkoredAdmin"],
  tabs: ["Requirements", "Dashboard", "Admin"],
  privacyAccepted: true,
  termsAccepted: true,
  currentProfileId: "p1",
  amr: ["pwd"],
  sessionId: "s1",
};
const levelRoles: LevelRole[] = [{ profileLevelAccessId: "a", levelId: "l", levelName: "North", role: "Director" }];
const active = {
  firstName: "Augusta",
  lastName: "King",
  tabs: ["Requirements", "Review"],
  profilePicture: null,
  currentLevelRole: "Director",
  organizationName: "Cascade",
} as ActiveProfile;

afterEach(() => vi.restoreAllMocks());

test("the login hook gives every field that the specification names", () => {
  expect(userDataOf(security, claims, active, levelRoles)).toEqual({
    token: "t",
    refresh_token: null,
    authTime: 1_000,
    tabs: ["Requirements", "Review", "Admin"],
    firstName: "Augusta",
    lastName: "King",
    email: "ada@example.org",
    remember: true,
    roles: ["Director", "AnkoredAdmin"],
    levelRoles,
    picture: null,
    currentLevelRole: "Director",
    organizationName: "Cascade",
  });
});

test("without a profile it says what the token says, and of nobody it says nothing", () => {
  expect(userDataOf(security, claims, null, [])).toMatchObject({
    tabs: claims.tabs,
    firstName: "Ada",
    organizationName: null,
  });
  const nobody = { ...security, token: null, authTime: null };
  expect(userDataOf(nobody, null, null, [])).toMatchObject({ token: null, email: "", roles: [], tabs: [] });
});

test("level roles that are not a list are none, and a warning is logged", () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  expect(readLevelRoles(levelRoles)).toBe(levelRoles);
  expect(warned).not.toHaveBeenCalled();
  expect(readLevelRoles({ message: "no" })).toEqual([]);
  expect(warned).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("level roles"));
});

test("what is pending is what the token does not say was accepted, privacy first", () => {
  expect(pendingPolicies(claims)).toEqual([]);
  expect(pendingPolicies({ ...claims, termsAccepted: false })).toEqual(["terms"]);
  expect(pendingPolicies({ ...claims, privacyAccepted: false })).toEqual(["privacy"]);
  expect(pendingPolicies({ ...claims, privacyAccepted: false, termsAccepted: false })).toEqual(["privacy", "terms"]);
});

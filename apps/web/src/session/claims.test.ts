import { expect, test } from "vitest";
import { readClaims } from "./claims.ts";

const token = (payload: unknown) =>
  `e30.${Buffer.from(typeof payload === "string" ? payload : JSON.stringify(payload)).toString("base64url")}.c2ln`;

test("all twelve claims of the specification are read, in any script", () => {
  expect(
    readClaims(
      token({
        sub: "u1",
        exp: 1_800_000_000,
        auth_time: 1_799_999_000,
        "User/PrivacyAccepted": true,
        "User/TermsAccepted": false,
        "User/Email": "zoë.ñandú@example.org",
        "User/Role": ["Director", "Individual"],
        "User/Tabs": ["Requirements", "Dashboard"],
        "User/UserName": "zoë",
        "User/FirstName": "Zoë",
        "User/LastName": "Ñandú",
        CurrentProfileId: "p1",
        sid: "s1",
      }),
    ),
  ).toEqual({
    sub: "u1",
    exp: 1_800_000_000,
    authTime: 1_799_999_000,
    email: "zoë.ñandú@example.org",
    userName: "zoë",
    firstName: "Zoë",
    lastName: "Ñandú",
    roles: ["Director", "Individual"],
    tabs: ["Requirements", "Dashboard"],
    privacyAccepted: true,
    termsAccepted: false,
    currentProfileId: "p1",
    sessionId: "s1",
  });
});

test("an account without a profile, and a role that is not in a list, are read too", () => {
  const claims = readClaims(token({ sub: "u1", exp: 2, auth_time: 1, "User/Role": "Admin", CurrentProfileId: null }));
  expect(claims).toMatchObject({ email: "", roles: ["Admin"], currentProfileId: null });
});

test("nothing counts as accepted that the token does not say", () => {
  const claims = readClaims(token({ sub: "u1", exp: 2, auth_time: 1, "User/TermsAccepted": "true" }));
  expect(claims).toMatchObject({ privacyAccepted: false, termsAccepted: false, tabs: [] });
});

test.each([["", "a.b.c", token("{"), token({}), token({ sub: 1, exp: 2, auth_time: 3 }), token("null")]].flat())(
  "%j is no token",
  (text) => {
    expect(readClaims(text)).toBeNull();
  },
);

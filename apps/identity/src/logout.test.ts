import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anIdentity, ISSUER, migratedDatabase, ORIGIN, PREFIX, type Running } from "../test/world.ts";
import { returnTarget } from "./logout.ts";

let running: Running;
beforeAll(async () => {
  running = await anIdentity(await migratedDatabase(), { allowedReturnOrigins: [ORIGIN, "https://club.example"] });
});
afterAll(() => running.stop());

const logout = (returnUrl: string, headers: Record<string, string> = {}) =>
  running.app.inject({ url: `${PREFIX}/Account/Logout?${new URLSearchParams({ returnUrl })}`, headers });

test("the logout page says that one is signed out and leads back to an allowed origin, without a script", async () => {
  const answer = await logout("https://club.example/login?from=logout&x='\"<b>");
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["content-type"]).toContain("text/html");
  expect(answer.body).toContain("You're logged out");
  expect(answer.body).toContain('http-equiv="refresh" content="0;url=https://club.example/login?from=logout&amp;x=');
  expect(answer.body).not.toContain("<script");
  expect(answer.body).not.toContain("<b>");
  expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
});

describe("the return address", () => {
  const allowed = [ORIGIN, "https://club.example"];

  test.each(["https://club.example", "https://club.example/a/b?c#d", "HTTPS://CLUB.EXAMPLE:443/a", "/login", "login"])(
    "%s is followed",
    (wanted) => {
      expect(returnTarget(wanted, allowed, ISSUER).wanted).toBe(true);
    },
  );

  test.each([
    "https://evil.example/",
    "https://club.example.evil.example/",
    "https://club.example@evil.example/",
    "https://evil.example\\@club.example/",
    "https://user:secret@club.example/",
    "http://club.example/",
    "https://club.example:8443/",
    "//evil.example/",
    "/\\evil.example/",
    "\\\\evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "\tjavascript:alert(1)",
    "blob:https://club.example/1",
    "https://",
    undefined,
    ["https://club.example/", "https://evil.example/"],
  ])("%s is not followed; the link leads to our own front", (wanted) => {
    expect(returnTarget(wanted, allowed, ISSUER)).toEqual({ url: `${ORIGIN}/`, wanted: false });
  });

  test("of another origin does not appear on the page", async () => {
    const answer = await logout("https://evil.example/");
    expect(answer.statusCode).toBe(200);
    expect(answer.body).not.toContain("evil");
    expect(answer.body).not.toContain("refresh");
    expect(answer.body).toContain(`href="${ORIGIN}/"`);
    expect(answer.headers.location).toBeUndefined();
  });
});

test.each([
  ["a link on another site", { "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" }],
  ["a picture", { "sec-fetch-site": "same-origin", "sec-fetch-dest": "image" }],
])("%s does not sign anybody out but asks first", async (_case, headers) => {
  const answer = await logout("https://club.example/", headers as Record<string, string>);
  expect(answer.body).toContain("Sign out?");
  expect(answer.body).toContain('<form method="post">');
});

test("our own page's navigation signs out at once", async () => {
  const answer = await logout("/", { "sec-fetch-site": "same-origin", "sec-fetch-dest": "document" });
  expect(answer.body).toContain("You're logged out");
});

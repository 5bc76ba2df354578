import { listLevelRoles } from "@touchline/contract/people/profiles";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { call } from "../client.ts";
import { acknowledge } from "./acknowledge.ts";
import { leaveFor, logOut } from "./logout.ts";
import { clearSecurity, isLoggedIn, readSecurity, setToken, watchSecurity } from "./security.ts";
import { signIn } from "./sign-in.ts";
import { restartSession } from "./start.ts";

/** The server's answers by path, and its requests in order. */
const answers = new Map<string, () => Response | Promise<Response>>();
const requests: { path: string; body: string }[] = [];
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const nothing = () => new Response(null, { status: 204 });

const ownFetch = globalThis.fetch;
beforeAll(() => {
  globalThis.fetch = async (url, init) => {
    const path = String(url).split("?")[0] ?? "";
    requests.push({ path, body: String(init?.body ?? "") });
    return (await answers.get(path)?.()) ?? json({ message: "No such call." }, 404);
  };
  Object.assign(globalThis, { document: { querySelector: () => null } });
});
afterAll(() => {
  globalThis.fetch = ownFetch;
  Reflect.deleteProperty(globalThis, "document");
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  answers.clear();
  requests.length = 0;
  clearSecurity();
});

const paths = () => requests.map(({ path }) => path);
function token(expiresIn: number, more: object = {}) {
  const now = Math.floor(Date.now() / 1000);
  const payload = { sub: "u1", exp: now + expiresIn, auth_time: now - 60, CurrentProfileId: "p1", ...more };
  return `e30.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.c2ln`;
}
const refreshed = (more?: object) => json({ access_token: token(300, more), refresh_token: "r" });

test("signing in stores the tokens and marks the account active, remembered or not", async () => {
  const jwt = token(300);
  answers.set("/identity/connect/token", () => json({ access_token: jwt, refresh_token: "r" }));
  answers.set("/api/active-user-session-set", nothing);
  await signIn("ada@example.org", "secret", true);
  expect(JSON.parse(requests[1]?.body ?? "")).toMatchObject({ token: jwt, refresh_token: "r", remember: true });
  expect(readSecurity()).toMatchObject({ token: jwt, profileId: "p1", remember: true });
  expect(isLoggedIn(readSecurity())).toBe(true);
});

test("the token call itself is made as it is, however long ago the present token ran out", async () => {
  setToken(token(-300), 1, "p1");
  answers.set("/identity/connect/token", () => json({ access_token: token(300), refresh_token: "r" }));
  answers.set("/api/active-user-session-set", nothing);
  await signIn("ada@example.org", "secret", false);
  expect(paths()).toEqual(["/identity/connect/token", "/api/active-user-session-set"]);
});

test("a refresh that is refused is logged, and logs out", async () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  setToken(token(-300), 1, "p1");
  answers.set("/api/refresh-token", () => json({ message: "Sign in to go on." }, 401));
  await expect(call(listLevelRoles)).rejects.toMatchObject({ status: 401 });
  expect(readSecurity()).toMatchObject({ token: null, authTime: null, profileId: null, isLoaded: true });
  expect(warned).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("Sign in to go on."));
});

test("a logout clears who was logged in and leads to the identity service's page, 100 ms later", async () => {
  setToken(token(300), 1, "p1", true);
  const logoutUrl = "https://touchline.example/identity/Account/Logout?returnUrl=x";
  answers.set("/api/logout-session-set", () => json({ logoutUrl }));
  const leaving = await logOut();
  expect(readSecurity()).toEqual({ token: null, authTime: null, profileId: null, remember: false, isLoaded: true });
  vi.useFakeTimers();
  const went = vi.fn();
  leaveFor(leaving, went);
  vi.advanceTimersByTime(99);
  expect(went).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(went).toHaveBeenCalledExactlyOnceWith(logoutUrl);
});

/** Restarts the session with an answer that the test releases. */
async function slowStart() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const late = Promise.withResolvers<Response>();
  const reached = Promise.withResolvers<void>();
  answers.set("/api/active-user-session", () => {
    reached.resolve();
    return late.promise;
  });
  restartSession();
  await reached.promise;
  return late;
}
const session = () => json({ token: token(300), authTime: 1, remember: true, profileId: "p1" });

test("the stored session is waited for 5000 ms; then the page continues, and a later answer still logs in", async () => {
  const late = await slowStart();
  vi.advanceTimersByTime(4_999);
  expect(readSecurity().isLoaded).toBe(false);
  vi.advanceTimersByTime(1);
  expect(readSecurity()).toMatchObject({ isLoaded: true, token: null });
  const known = loggedIn();
  late.resolve(session());
  await known;
  expect(readSecurity()).toMatchObject({ profileId: "p1", remember: true });
});

test("an answer that arrives after someone has logged in changes nothing", async () => {
  const late = await slowStart();
  vi.advanceTimersByTime(5_000);
  const own = token(300, { CurrentProfileId: "p2" });
  setToken(own, 1, "p2");
  const read = Promise.withResolvers<void>();
  const answer = session();
  const text = answer.text.bind(answer);
  answer.text = async () => {
    const said = await text();
    // The page continues with it in the following ticks.
    setImmediate(read.resolve);
    return said;
  };
  late.resolve(answer);
  await read.promise;
  expect(readSecurity().token).toBe(own);
});

const loggedIn = () =>
  new Promise<void>((resolve) => {
    const stop = watchSecurity(() => {
      if (readSecurity().token === null) return;
      stop();
      resolve();
    });
  });

const version = (type: "terms" | "privacy", number: number) => ({
  type,
  version: number,
  summary: "",
  publishedAt: "2026-01-01T00:00:00Z",
});

test("both policies pending: two accept calls, privacy first, then one refresh, after which they are accepted", async () => {
  setToken(token(300), 1, "p1", true);
  answers.set("/api/app/user-acceptance/accept", nothing);
  answers.set("/api/refresh-token", () => refreshed({ "User/TermsAccepted": true, "User/PrivacyAccepted": true }));
  await acknowledge(["privacy", "terms"], [version("terms", 3), version("privacy", 2)]);
  expect(requests.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
    ["/api/app/user-acceptance/accept", { acceptedType: "privacy", version: 2 }],
    ["/api/app/user-acceptance/accept", { acceptedType: "terms", version: 3 }],
    ["/api/refresh-token", { profileId: "p1" }],
  ]);
  expect(readSecurity()).toMatchObject({ remember: true, profileId: "p1" });
});

test("a policy of which no version is known is accepted by its type alone, as the specification has it", async () => {
  setToken(token(300), 1, "p1");
  answers.set("/api/app/user-acceptance/accept", nothing);
  answers.set("/api/refresh-token", () => refreshed());
  await acknowledge(["terms"]);
  expect(JSON.parse(requests[0]?.body ?? "")).toEqual({ acceptedType: "terms" });
});

test("a failed acceptance, or a failed refresh after it, is thrown to the caller, which leads to /logout", async () => {
  setToken(token(300), 1, "p1");
  answers.set("/api/app/user-acceptance/accept", () => json({ message: "No." }, 500));
  await expect(acknowledge(["terms"])).rejects.toMatchObject({ status: 500 });
  expect(paths()).toEqual(["/api/app/user-acceptance/accept"]);
  answers.set("/api/app/user-acceptance/accept", nothing);
  answers.set("/api/refresh-token", () => json({ message: "Busy." }, 503));
  await expect(acknowledge(["terms"])).rejects.toMatchObject({ status: 503 });
});

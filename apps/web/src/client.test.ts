import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { QueryClient } from "@tanstack/react-query";
import { addOrganizationFile } from "@touchline/contract/accounts/organization-settings";
import { getActiveUserSession, setActiveUserSession } from "@touchline/contract/accounts/session";
import { listMembers } from "@touchline/contract/people/hierarchy";
import { changeRole, listLevelRoles, listMemberships } from "@touchline/contract/people/profiles";
import { downloadFile } from "@touchline/contract/requirements/requirements";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { addressOf, CallFailed, call, download, fileNameOf } from "./client.ts";
import { membershipsByIdQuery } from "./modules/reporting/dashboard/queries.ts";
import { partnerQuery } from "./modules/reporting/members/queries.ts";
import { endPending } from "./session/ending.ts";
import { clearSecurity, readSecurity, setToken } from "./session/security.ts";
import { startSession } from "./session/start.ts";

type Answer = { status?: number; headers?: Record<string, string>; body?: string };

/** The server's answers, by method and path without the query. */
const answers = new Map<string, (request: IncomingMessage) => Answer | Promise<Answer>>();
const requests: { method: string; url: string; authorization: string | undefined; key: unknown; body: string }[] = [];

const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const { method = "", url = "" } = request;
  requests.push({
    method,
    url,
    authorization: request.headers.authorization,
    key: request.headers["idempotency-key"],
    body,
  });
  const answer = await answers.get(`${method} ${url.split("?")[0]}`)?.(request);
  response.writeHead(answer?.status ?? (answer ? 200 : 404), answer?.headers ?? {});
  response.end(answer?.body ?? "");
});

/** The browser's storage, shared by all of its tabs. */
const stored = new Map<string, string>();
const otherTab = new BroadcastChannel("touchline.session");

const ownFetch = globalThis.fetch;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  // Addresses in a page are relative to it.
  globalThis.fetch = (url, init) => ownFetch(new URL(String(url), `http://127.0.0.1:${port}`), init);
  const querySelector = (selector: string) =>
    selector.includes("support-email") ? { content: "help@club.example" } : null;
  Object.assign(globalThis, { document: { querySelector } });
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  Object.defineProperty(globalThis, "localStorage", { value: localStorage, configurable: true });
});
afterAll(async () => {
  globalThis.fetch = ownFetch;
  Reflect.deleteProperty(globalThis, "document");
  otherTab.close();
  await new Promise((resolve) => server.close(resolve));
});
afterEach(() => {
  answers.clear();
  requests.length = 0;
  clearSecurity();
  stored.clear();
});

const json = (body: unknown, status = 200): Answer => ({ status, body: JSON.stringify(body) });
const token = (expiresIn: number, name = "x") => {
  const now = Math.floor(Date.now() / 1000);
  const payload = { sub: "u1", sid: "s1", exp: now + expiresIn, auth_time: now - 60, CurrentProfileId: "p1", name };
  return `e30.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.c2ln`;
};

test("a call fills in the path and the query, with a name repeated for a list, and carries the token", async () => {
  setToken(token(300), 1, "p1");
  answers.set("GET /api/app/hierarchy-level/l1/members", () => json({ data: [], pagination: {} }));
  await call(listMembers, { params: { id: "l1" }, query: { page: 2, labels: ["a", "b"], search: "D'Souza & co" } });
  expect(requests[0]?.url).toBe("/api/app/hierarchy-level/l1/members?page=2&labels=a&labels=b&search=D%27Souza+%26+co");
  expect(requests[0]?.authorization).toBe(`Bearer ${readSecurity().token}`);
});

test("while viewing as a person, whatever is sent with a token names the view, uploads too", async () => {
  const sent: Record<string, string> = {};
  class Request extends EventTarget {
    upload = new EventTarget();
    status = 204;
    open() {}
    setRequestHeader(name: string, value: string) {
      sent[name] = value;
    }
    getAllResponseHeaders = () => "";
    send() {
      this.dispatchEvent(new Event("load"));
    }
  }
  const view = { organizationId: "o1", supportViewId: "v1", profileId: "p2", name: "Ada", endsAt: "" };
  vi.stubGlobal("XMLHttpRequest", Request);
  vi.stubGlobal("sessionStorage", { getItem: () => JSON.stringify(view) });
  setToken(token(300), 1, "p1");
  await call(addOrganizationFile, { params: { id: "o1" }, query: { purpose: "Logo" }, files: [] });
  vi.unstubAllGlobals();
  expect(sent).toMatchObject({ authorization: `Bearer ${readSecurity().token}`, "x-view-as": "o1/v1" });
});

test("no content is undefined, and null is null", async () => {
  answers.set("POST /api/active-user-session-set", () => ({ status: 204 }));
  answers.set("GET /api/active-user-session", () => json(null));
  const body = { token: "t", refresh_token: "r", authTime: 1, roles: [], remember: false };
  expect(await call(setActiveUserSession, { body })).toBeUndefined();
  expect(await call(getActiveUserSession)).toBeNull();
  expect(JSON.parse(requests[0]?.body ?? "")).toEqual(body);
});

test("an expired token is renewed first, once for all who ask at the same time", async () => {
  setToken(token(-5, "old"), 1, "p1");
  const fresh = token(300, "fresh");
  answers.set("POST /api/refresh-token", () => json({ access_token: fresh, refresh_token: "r" }));
  answers.set("GET /api/app/profile/level-roles", () => json([]));
  await Promise.all([call(listLevelRoles), call(listLevelRoles), call(listLevelRoles)]);
  const renewals = requests.filter(({ url }) => url === "/api/refresh-token");
  expect(renewals).toHaveLength(1);
  expect(JSON.parse(renewals[0]?.body ?? "")).toEqual({ profileId: "p1" });
  expect(requests.filter(({ authorization }) => authorization === `Bearer ${fresh}`)).toHaveLength(3);
});

test.each([400, 401, 403])(
  "a renewal that is refused for good (%i) logs out at once, and its message is logged",
  async (status) => {
    setToken(token(-5), 1, "p1");
    const logged = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    requests.length = 0;
    answers.set("POST /api/refresh-token", () => json({ message: "Sign in." }, status));
    await expect(call(listLevelRoles)).rejects.toMatchObject({ status });
    expect(readSecurity()).toMatchObject({ token: null, isLoaded: true });
    expect(requests.filter(({ url }) => url === "/api/refresh-token")).toHaveLength(1);
    expect(logged.mock.calls).toEqual([["Touchline: Token refresh failure: Sign in."]]);
    logged.mockRestore();
  },
);

test.each([429, 500, 503])(
  "a renewal that fails for now (%i) is tried again, then says what is wrong and logs nobody out",
  async (status) => {
    setToken(token(-5), 1, "p1");
    requests.length = 0;
    answers.set("POST /api/refresh-token", () => json({ message: "Busy." }, status));
    const failure = await call(listLevelRoles).catch((error) => error);
    expect(failure).toMatchObject({ status, message: expect.stringContaining("We can't reach Touchline") });
    expect(requests.filter(({ url }) => url === "/api/refresh-token")).toHaveLength(4);
    expect(readSecurity().token).not.toBeNull();
  },
);

test("a renewal that fails once and then succeeds is not noticed", async () => {
  setToken(token(-5), 1, "p1");
  let tries = 0;
  answers.set("POST /api/refresh-token", () => {
    tries += 1;
    return tries < 3 ? json({}, 502) : json({ access_token: token(300, "late"), refresh_token: "r" });
  });
  answers.set("GET /api/app/profile/level-roles", () => json([]));
  expect(await call(listLevelRoles)).toEqual([]);
  expect(tries).toBe(3);
});

test("the partner of a person that cannot be looked up fails with the specification's words", async () => {
  setToken(token(300), 1, "p1");
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const of = "018f0000-0000-7000-8000-000000000000";
  const path = `GET /api/app/profile/partner-from-current-profile/${of}`;
  answers.set(path, () => json({ message: "No." }, 403));
  await expect(client.fetchQuery(partnerQuery(of))).rejects.toThrow("HTTP error! status: 403");
  answers.set(path, () => ({ body: "{" }));
  await expect(client.fetchQuery(partnerQuery(of))).rejects.toThrow("Failed to parse response data");
  answers.set(path, () => ({ status: 204 }));
  expect(await client.fetchQuery(partnerQuery(of))).toBeNull();
});

test("memberships by a partner's id that cannot be looked up fail with the specification's words", async () => {
  setToken(token(300), 1, "p1");
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  answers.set("GET /api/app/profile/plas-by-external-id", () => json({ message: "Busy." }, 503));
  await expect(client.fetchQuery(membershipsByIdQuery("7"))).rejects.toThrow("Unable to fetch PLAs for siteId");
  answers.set("GET /api/app/profile/plas-by-external-id", () => json([]));
  expect(await client.fetchQuery(membershipsByIdQuery("7"))).toEqual([]);
});

test("without a network a renewal fails with a sentence, and the account stays logged in for another try", async () => {
  setToken(token(-5), 1, "p1");
  const online = globalThis.fetch;
  globalThis.fetch = () => Promise.reject(new TypeError("Failed to fetch"));
  const failure = await call(listLevelRoles).catch((error) => error);
  globalThis.fetch = online;
  expect(failure).toMatchObject({ status: 0, message: expect.stringContaining("Check your connection") });
  expect(readSecurity().token).not.toBeNull();
  answers.set("POST /api/refresh-token", () => json({ access_token: token(300, "fresh"), refresh_token: "r" }));
  answers.set("GET /api/app/profile/level-roles", () => json([]));
  expect(await call(listLevelRoles)).toEqual([]);
});

test("401 on any answer logs out, here, in other tabs, and behind the cookie", async () => {
  setToken(token(300), 1, "p1");
  const message = new Promise((resolve) => {
    otherTab.onmessage = ({ data }) => resolve(data);
  });
  answers.set("GET /api/app/profile/level-roles", () => json({ message: "Not signed in." }, 401));
  const ended = Promise.withResolvers<string | undefined>();
  answers.set("GET /api/logout-session-set", ({ url }) => {
    ended.resolve(url);
    return json({ logoutUrl: "/" });
  });
  await expect(call(listLevelRoles)).rejects.toBeInstanceOf(CallFailed);
  expect(readSecurity().token).toBeNull();
  expect(await message).toEqual({ kind: "loggedOut" });
  expect(await ended.promise).toBe("/api/logout-session-set?session=s1");
  await endPending();
});

test("a session that could not be ended for want of a network is ended before anything else is asked", async () => {
  setToken(token(300), 1, "p1");
  answers.set("GET /api/app/profile/level-roles", () => json({ message: "Not signed in." }, 401));
  answers.set("GET /api/logout-session-set", () => json({ message: "Busy." }, 503));
  await call(listLevelRoles).catch(() => undefined);
  await endPending().catch(() => undefined);
  requests.length = 0;
  answers.set("GET /api/active-user-session", () => json(null));
  await expect(startSession()).rejects.toMatchObject({ status: 503 });
  expect(requests.map(({ url }) => url)).not.toContain("/api/active-user-session");
  answers.set("GET /api/logout-session-set", () => json({ logoutUrl: "/" }));
  await startSession();
  expect(requests.map(({ url }) => url?.split("?")[0]).slice(-2)).toEqual([
    "/api/logout-session-set",
    "/api/active-user-session",
  ]);
});

test("a 401 for a token that was replaced in the meantime is retried with the current one", async () => {
  const [before, after] = [token(300, "before"), token(300, "after")];
  setToken(before, 1, "p1");
  answers.set("GET /api/app/profile/level-roles", ({ headers }) => {
    if (headers.authorization === `Bearer ${after}`) return json([]);
    setToken(after, 1, "p1");
    return json({ message: "Not signed in." }, 401);
  });
  expect(await call(listLevelRoles)).toEqual([]);
  expect(readSecurity().token).toBe(after);
});

test("a refusal speaks for itself, with what the server knows of it", async () => {
  setToken(token(300), 1, "p1");
  const problem = { message: "Roles can be given up to one's own.", code: "forbidden", reason: "roleTooHigh" };
  answers.set("POST /api/app/profile/change-role", () => ({
    ...json(problem, 403),
    headers: { "retry-after": "90" },
  }));
  const failure = await call(changeRole, { query: { profileLevelAccessId: "a", newLabelId: "b" } }).catch((e) => e);
  expect(failure).toBeInstanceOf(CallFailed);
  expect(failure).toMatchObject({ status: 403, message: problem.message, problem, retryAfter: 90 });
});

test("a page of a proxy is not shown, its status text is", async () => {
  setToken(token(300), 1, "p1");
  answers.set("GET /api/app/profile/p1/profile-level-accesses", () => ({
    status: 502,
    body: "<html>Bad gateway</html>",
  }));
  const failure = await call(listMemberships, { params: { profileId: "p1" } }).catch((e) => e);
  expect(failure.message).toBe("Bad Gateway");
});

test("a file comes with its name", async () => {
  setToken(token(300), 1, "p1");
  answers.set("GET /api/app/requirement/r1/download-file", () => ({
    headers: { "content-disposition": "attachment; filename*=UTF-8''Pr%C3%BCfung%20%281%29.pdf" },
    body: "%PDF",
  }));
  const query = { profileLevelAccessId: "a", fileId: "f" };
  const { blob, name } = await download(downloadFile, { params: { id: "r1" }, query });
  expect(name).toBe("Prüfung (1).pdf");
  expect(await blob.text()).toBe("%PDF");
});

test.each([
  [null, "file"],
  ['attachment; filename="plain.pdf"', "plain.pdf"],
  ["attachment; filename*=UTF-8''%E0%A4%A; filename=fallback.pdf", "fallback.pdf"],
])("the name in %j is %s", (header, name) => {
  expect(fileNameOf(header)).toBe(name);
});

test("what stands in a path cannot leave its place", () => {
  expect(addressOf("/api/app/profile/{id}", { params: { id: "../admin?x=1" } })).toBe(
    "/api/app/profile/..%2Fadmin%3Fx%3D1",
  );
});

test("a change whose connection was lost is sent again with the same key, and its answer awaited", async () => {
  setToken(token(300), 1, "p1");
  const asking = { query: { profileLevelAccessId: "m1", newLabelId: "l1" } };
  const said = [
    (request: IncomingMessage) => void request.socket.destroy(),
    () => json({ reason: "stillRunning", message: "Not yet." }, 409),
    () => json({ requirements: [] }),
  ];
  answers.set("POST /api/app/profile/change-role", (request) => said.shift()?.(request) ?? json({}));
  expect(await call(changeRole, asking)).toEqual({ requirements: [] });
  expect(requests).toHaveLength(3);
  expect(requests[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(requests.map((one) => one.key)).size).toBe(1);
  await call(changeRole, asking);
  expect(requests[3]?.key).not.toBe(requests[0]?.key);
});

test("a question has no key, and the caller decides whether to ask it again", async () => {
  setToken(token(300), 1, "p1");
  answers.set("GET /api/app/profile/level-roles", (request) => {
    request.socket.destroy();
    return json([]);
  });
  await expect(call(listLevelRoles)).rejects.toThrow("We couldn't reach");
  expect(requests.map((one) => one.key)).toEqual([undefined]);
});

test("an upload that a proxy finds too large says so, and one that Touchline finds too large says what it says", async () => {
  const asking = () => call(getActiveUserSession, {}).catch((error: unknown) => error);
  const path = `GET ${getActiveUserSession.path}`;
  answers.set(path, () => ({ status: 413, body: "<html><title>413 Request Entity Too Large</title></html>" }));
  expect(await asking()).toMatchObject({
    status: 413,
    message: expect.stringMatching(/^A proxy .*client_max_body_size/),
  });
  const message = '"course.zip" is larger than 500 MB. Send a smaller file.';
  answers.set(path, () => ({ status: 413, body: JSON.stringify({ message }) }));
  expect(await asking()).toMatchObject({ status: 413, message });
  answers.delete(path);
});

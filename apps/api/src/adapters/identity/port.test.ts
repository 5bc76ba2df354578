import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { aWorld } from "../../../test/world.ts";
import { identityOverHttp } from "./http.ts";

const world = aWorld();
const password = "kick off at half past nine";

let people = 0;
const anAddress = () => `port.${++people}@example.org`;

describe("the identity service over HTTP", () => {
  test("makes an account once, and finds it by its address however that is spelled", async () => {
    const { identity } = world.it;
    const email = anAddress();
    expect(await identity.accountByEmail(email)).toBeNull();
    const made = await identity.createAccount({ email, password, emailConfirmed: false });
    const sub = "sub" in made ? made.sub : "";
    expect(await identity.accountByEmail(email.toUpperCase())).toMatchObject({ sub, email, emailConfirmed: false });
    expect(await identity.accountById(sub)).toMatchObject({ sub, email });
    expect(await identity.createAccount({ email, password, emailConfirmed: true })).toEqual({ problem: "taken" });
  });

  test("says of a bad password what is wrong with it", async () => {
    const made = await world.it.identity.createAccount({
      email: anAddress(),
      password: "12345678",
      emailConfirmed: true,
    });
    expect(made).toEqual({ problem: "invalid", message: expect.stringMatching(/too common/) });
  });

  test("gives out links that work once, each for its own purpose", async () => {
    const { identity } = world.it;
    const made = await identity.createAccount({ email: anAddress(), password, emailConfirmed: false });
    const sub = "sub" in made ? made.sub : "";
    const reset = (await identity.issueLink("reset", sub)) as string;
    const confirm = (await identity.issueLink("confirm", sub)) as string;
    expect(await identity.confirmEmail(reset, { sub })).toEqual({ problem: "unknown" });
    expect(await identity.confirmEmail(confirm, { sub })).toEqual({ sub });
    expect(await identity.accountById(sub)).toMatchObject({ emailConfirmed: true });
    expect(await identity.resetPassword(reset, "another good passphrase")).toEqual({ sub });
    expect(await identity.resetPassword(reset, "another good passphrase")).toEqual({ problem: "used" });
  });

  test("keeps what was accepted from the first time on, and nothing of an account that is not there", async () => {
    const { identity, accounts } = world.it;
    const made = await identity.createAccount({ email: anAddress(), password, emailConfirmed: true });
    const sub = "sub" in made ? made.sub : "";
    for (const textSha256 of ["a".repeat(64), "b".repeat(64)]) {
      await identity.accept(sub, { type: "terms", version: "3", textSha256 });
    }
    const [kept, ...others] = await accounts.acceptances(sub);
    expect(kept).toMatchObject({ type: "terms", version: "3", textSha256: "a".repeat(64) });
    expect(others).toEqual([]);
    const nobody = "01994c1e-0000-7000-8000-000000000009";
    await identity.accept(nobody, { type: "terms", version: "3", textSha256: "a".repeat(64) });
    expect(await accounts.acceptances(nobody)).toEqual([]);
  });

  test("checks a password, changes it, and changes the address by a link, once", async () => {
    const { identity } = world.it;
    const email = anAddress();
    const made = await identity.createAccount({ email, password, emailConfirmed: true });
    const sub = "sub" in made ? made.sub : "";
    const proves = (secret: string) =>
      identity.factors.prove({ sub, sid: "", amr: [], address: "203.0.113.7" }, { password: secret });
    expect(await proves("not the password")).toEqual({ problem: "wrong" });
    expect(await proves(password)).toEqual({ proved: true });
    expect(await identity.changePassword(sub, "12345678", null)).toMatchObject({ problem: "invalid" });
    expect(await identity.changePassword(sub, "another good passphrase", null)).toEqual({ ended: [] });
    expect(await proves(password)).toEqual({ problem: "wrong" });
    const next = anAddress();
    expect(await identity.askEmail(sub, "no address")).toMatchObject({ problem: "invalid" });
    const answer = await identity.askEmail(sub, next);
    const token = "asked" in answer ? (answer.asked?.token ?? "") : "";
    expect(await identity.awaitedEmail(sub)).toMatchObject({ email: next });
    expect(await identity.readEmailLink(token)).toEqual({ sub, before: email, email: next });
    expect(await identity.changeEmail(token, null)).toEqual({ sub, before: email, email: next, ended: [] });
    expect(await identity.changeEmail(token, null)).toEqual({ problem: "used" });
    expect(await identity.accountByEmail(email)).toBeNull();
    expect(await identity.acceptances(sub)).toEqual([]);
    expect([await identity.removeAccount(sub), await identity.removeAccount(sub)]).toEqual([true, false]);
  });

  test("answers nobody who has another key", async () => {
    const stranger = identityOverHttp(() => `${world.it.base}/identity`, "a key that somebody made up, long enough");
    await expect(stranger.accountByEmail(anAddress())).rejects.toThrow("answered 404");
  });

  test("that is too busy is a refusal to try again; one that says nothing is given up in time", async () => {
    const server = createServer((request, reply) => {
      if (request.url?.includes("find-account")) reply.writeHead(503).end("{}");
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const busy = identityOverHttp(() => `http://127.0.0.1:${port}`, "any", 300);
    await expect(busy.accountByEmail("a@example.org")).rejects.toMatchObject({ code: "unavailable", retryAfter: 2 });
    await expect(busy.accountById("a")).rejects.toMatchObject({ code: "unavailable" });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});

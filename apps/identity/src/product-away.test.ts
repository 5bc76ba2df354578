import { afterAll, beforeAll, expect, test } from "vitest";
import { anIdentity, aPerson, migratedDatabase, profiles, type Running, refresh, signIn } from "../test/world.ts";
import { ProductAway } from "./claims.ts";

let running: Running;
let away = false;
beforeAll(async () => {
  const port = profiles(new Map());
  running = await anIdentity(await migratedDatabase(), {
    claims: {
      ...port,
      claimsFor: async (sub, profileId) => {
        if (away) throw new ProductAway("https://api.example");
        return port.claimsFor(sub, profileId);
      },
    },
  });
});
afterAll(() => running.stop());

test("while the product is unavailable no one can log in or continue, everyone is told when to retry, and no one is logged out", async () => {
  const { email } = await aPerson(running);
  const { body } = await signIn(running, email);
  away = true;
  for (const answer of [await signIn(running, email), await refresh(running, body.refresh_token ?? "")]) {
    expect(answer.status).toBe(503);
    expect(answer.body).toEqual({
      error: "temporarily_unavailable",
      error_description: "Logging in isn't possible right now. Try again in a moment.",
    });
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  }
  away = false;
  expect((await refresh(running, body.refresh_token ?? "")).status).toBe(200);
  expect((await signIn(running, email)).status).toBe(200);
});

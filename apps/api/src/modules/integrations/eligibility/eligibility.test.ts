import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from "@touchline/contract/integrations/api-keys";
import { checkEligibility, checkManyEligibility, listLevelIds } from "@touchline/contract/integrations/eligibility";
import { listAudit } from "@touchline/contract/reporting/audit";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { ask } from "../../../../test/http.ts";
import { aWorld, type Organization, type TestPerson } from "../../../../test/world.ts";
import { externalIdentity } from "../../../schema/requirements.ts";

const world = aWorld({
  rates: {
    account: { burst: 500, perSecond: 5 },
    address: { burst: 5_000, perSecond: 5 },
    apiKeys: { burst: 25, perSecond: 1 },
  },
});

async function aClub(scopes: ("eligibility.read" | "levels.read")[] = ["eligibility.read"]) {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const made = await admin.call(createApiKey, { body: { name: "Tournament desk", scopes } });
  return { org, admin, ...made };
}

/** Makes a partner platform know somebody by an ID, as a sync with it does. */
const known = (org: Organization, person: TestPerson, externalId: string, siteId = "site-1") =>
  world.it.tenancy.run(world.it.tenancy.found(org.organizationId), (db) =>
    db.insert(externalIdentity).values({
      ...{
        organizationId: world.it.tenancy.found(org.organizationId),
        integrationSource: "LeagueApps",
        siteId,
        externalId,
      },
      ...{ profileId: person.profileId, createdAt: world.it.clock.now() },
    }),
  );

const gate = (key: string | null, externalId: string, levelId: string) =>
  ask(world.it.base, key, checkEligibility, { query: { externalId, levelId } });

describe("the roster gate", () => {
  test("tells who is cleared, at this moment, with no more than an ID and a short name", async () => {
    const { org, admin, key } = await aClub();
    await org.aDocument(admin, { labels: ["Head Coach"] });
    const [coach, volunteer] = [await org.aMember("south", "Head Coach"), await org.aMember("south", "Volunteer")];
    await known(org, coach, "coach-1");
    await known(org, volunteer, "volunteer-1");
    const notYet = await gate(key, "coach-1", org.levels.south);
    expect(notYet.status).toBe(200);
    expect(notYet.body).toMatchObject({ eligible: false, verdict: "notCleared" });
    expect(notYet.body.reason).toBe("Not cleared: a mandatory requirement isn't complete.");
    expect(Object.keys(notYet.body.person ?? {})).toEqual(["profileId", "name"]);
    expect(notYet.body.person?.name).toMatch(/^\S+ .\.$/u);
    // Cleared as stored, and a completion that ended this minute: the clock decides, not the next sweep.
    await world.it.tenancy.run(world.it.tenancy.found(org.organizationId), async (db) => {
      await db.execute(sql`UPDATE member_standing SET overall_status = 'Cleared'
        WHERE organization_id = ${org.organizationId} AND profile_id = ${coach.profileId}`);
    });
    expect((await gate(key, "coach-1", org.levels.root)).body).toMatchObject({ eligible: true, verdict: "cleared" });
    await world.it.tenancy.run(world.it.tenancy.found(org.organizationId), async (db) => {
      await db.execute(sql`UPDATE requirement SET status = 3, next_transition_at = now() - interval '1 minute'
        WHERE organization_id = ${org.organizationId} AND profile_id = ${coach.profileId}`);
    });
    expect((await gate(key, "coach-1", org.levels.root)).body).toMatchObject({
      eligible: false,
      verdict: "notCleared",
    });
    expect((await gate(key, "volunteer-1", org.levels.south)).body.verdict).toBe("notCleared");
    expect((await gate(key, "coach-1", org.levels.north)).body.verdict).toBe("notAtLevel");
  });

  test("tells a caller who sees only one level nothing about the people of others", async () => {
    const { org, admin } = await aClub();
    const director = await org.aMember("south", "Club Director");
    await known(org, await org.aMember("north", "Head Coach"), "coach-2");
    const request = { query: { externalId: "coach-2", levelId: org.levels.south } };
    expect(await director.call(checkEligibility, request)).toMatchObject({ verdict: "notAtLevel", person: null });
    expect((await admin.call(checkEligibility, request)).person).not.toBeNull();
  });

  test("knows nobody of another organization, and says the same as of an ID that nobody has", async () => {
    const { org, key } = await aClub();
    const other = await aClub();
    await known(other.org, await other.org.aMember("south", "Head Coach"), "theirs");
    const [theirs, nobodys] = [await gate(key, "theirs", org.levels.root), await gate(key, "nobodys", org.levels.root)];
    expect(theirs.body).toEqual({ ...nobodys.body, externalId: "theirs" });
    expect(nobodys.body).toMatchObject({ eligible: false, verdict: "unknown", person: null });
    expect((await gate(key, "theirs", other.org.levels.root)).status).toBe(404);
  });

  test("checks a whole roster in one statement for people and one for levels", async () => {
    const { org, key } = await aClub();
    const coach = await org.aMember("south", "Head Coach");
    await known(org, coach, "a");
    await known(org, await org.aMember("north", "Head Coach"), "twice", "site-1");
    await known(org, await org.aMember("north", "Head Coach"), "twice", "site-2");
    const at = (externalId: string, more = {}) => ({ externalId, levelId: org.levels.root, ...more });
    const checks = [
      at("b"),
      at("a"),
      at("twice"),
      at("twice", { siteId: "site-2" }),
      { externalId: "a", levelId: coach.plaId },
    ];
    const { body } = await ask(world.it.base, key, checkManyEligibility, { body: { checks } });
    expect(body.data.map(({ verdict }) => verdict)).toEqual([
      "unknown",
      "notCleared",
      "ambiguous",
      "notCleared",
      "unknownLevel",
    ]);
    const many = Array.from({ length: 1000 }, (_, n) => at(n % 2 === 0 ? "a" : `x${n}`));
    const roster = (count: number) =>
      world.it.statementsOf(async () => {
        await ask(world.it.base, key, checkManyEligibility, { body: { checks: many.slice(0, count) } });
      });
    expect(await roster(1000)).toBe(await roster(2));
    const tooMany = await ask(world.it.base, key, checkManyEligibility, { body: { checks: [...many, at("c")] } });
    expect(tooMany.status).toBe(400);
  });

  test("lists levels only for a key that may read them", async () => {
    const { org, key } = await aClub(["levels.read"]);
    const { data } = (await ask(world.it.base, key, listLevelIds)).body;
    expect(data.map(({ levelId }) => levelId)).toContain(org.levels.south);
    expect((await gate(key, "a", org.levels.root)).body.reason).toBe("scope");
    const reader = await aClub();
    expect((await ask(world.it.base, reader.key, listLevelIds)).status).toBe(403);
  });
});

describe("an API key", () => {
  test("is shown once, stored as a hash, and never logged", async () => {
    const { org, admin, key, apiKeyId } = await aClub();
    await gate(key, "a", org.levels.root);
    const { data } = await admin.call(listApiKeys);
    expect(data).toMatchObject([{ apiKeyId, state: "active", beginning: key.slice(0, 14) }]);
    expect(data[0]?.lastUsedAt).not.toBeNull();
    expect(JSON.stringify(data)).not.toContain(key);
    const { rows } = await world.it.database.pool.query(
      "SELECT encode(token_hash, 'escape') AS kept FROM api_key_token WHERE api_key_id = $1",
      [apiKeyId],
    );
    expect(JSON.stringify(rows)).not.toContain(key);
    expect(world.it.logs.join()).not.toContain(key.slice(14));
  });

  test("in a URL is refused, and has to be rotated", async () => {
    const { org, key } = await aClub();
    for (const url of [`/api/v1/eligibility?key=${key}&externalId=a&levelId=${org.levels.root}`, `/api/${key}`]) {
      const answer = await fetch(`${world.it.base}${url}`);
      const body = (await answer.json()) as { detail: string };
      expect([answer.status, body.detail]).toEqual([400, expect.stringContaining("Rotate this key now")]);
    }
    expect(world.it.logs.join()).not.toContain(key.slice(14));
  });

  test("works on for some days after a rotation, and not at all once revoked", async () => {
    const { org, admin, key, apiKeyId } = await aClub();
    const next = await admin.call(rotateApiKey, { params: { id: apiKeyId }, body: { overlapDays: 2 } });
    const statuses = async () => [
      (await gate(key, "a", org.levels.root)).status,
      (await gate(next.key, "a", org.levels.root)).status,
    ];
    expect(await statuses()).toEqual([200, 200]);
    world.it.clock.shift += 2 * 86_400_000 + 1_000;
    try {
      expect(await statuses()).toEqual([401, 200]);
      expect((await gate(key, "a", org.levels.root)).body.detail).toBe("This API key has expired. Use another one.");
    } finally {
      world.it.clock.shift = 0;
    }
    await admin.call(revokeApiKey, { params: { id: next.apiKeyId } });
    expect(await statuses()).toEqual([200, 401]);
    const again = await admin.ask(rotateApiKey, { params: { id: apiKeyId }, body: {} });
    expect(again.status).toBe(409);
    const { data } = await admin.call(listAudit, { query: { subjects: ["apiKey"] } });
    expect(data.map(({ action }) => action)).toEqual(["apiKey.revoked", "apiKey.rotated", "apiKey.created"]);
  });

  test("makes no call that isn't for keys, whatever it permits", async () => {
    const { admin, key } = await aClub(["eligibility.read", "levels.read"]);
    const answer = await ask(world.it.base, key, listApiKeys);
    expect([answer.status, answer.body.reason]).toEqual([403, "notForKeys"]);
    const stranger = await ask(world.it.base, `tl_live_${"a".repeat(43)}`, listApiKeys);
    expect(stranger.status).toBe(401);
    const day = (
      await admin.call(createApiKey, { body: { name: "Old", scopes: ["levels.read"], lastDay: "2999-01-01" } })
    ).apiKeyId;
    const past = await admin.ask(createApiKey, {
      body: { name: "Old", scopes: ["levels.read"], lastDay: "2001-01-01" },
    });
    expect([typeof day, past.status]).toEqual(["string", 400]);
  });

  test("of an organization that calls too often is told when to retry, and others aren't affected", async () => {
    const { org, key, admin } = await aClub();
    const other = await aClub();
    const second = (await admin.call(createApiKey, { body: { name: "Second", scopes: ["eligibility.read"] } })).key;
    world.it.clock.standsAt = Date.now();
    try {
      for (let n = 0; n < 25; n += 1) await gate(n % 2 === 0 ? key : second, "a", org.levels.root);
      const refused = await gate(key, "a", org.levels.root);
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
      expect((await gate(other.key, "a", other.org.levels.root)).status).toBe(200);
    } finally {
      world.it.clock.standsAt = null;
    }
  });
});

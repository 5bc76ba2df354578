import type { Socket } from "node:net";
import { createContent } from "@touchline/contract/library/content";
import { addMember } from "@touchline/contract/people/profiles";
import {
  completeDocument,
  downloadFile,
  listFilesToView,
  listRequirements,
} from "@touchline/contract/requirements/requirements";
import type pg from "pg";
import { describe, expect, test } from "vitest";
import { aPdf, aWorld, type Organization, type TestPerson } from "../../test/world.ts";
import { ours } from "../database/tenancy.ts";
import { idempotencyKey, incomingFile } from "../schema/system.ts";
import { once, requestHash } from "./idempotency.ts";

const world = aWorld();

const aPerson = (org: Organization, lastName = "Planted") => ({
  levelId: org.levels.north,
  labelId: org.labelIds.Volunteer,
  person: { firstName: "Ana", lastName, email: null, dateOfBirth: null },
});
const add = (by: TestPerson, org: Organization, key?: string, lastName?: string) =>
  by.ask(addMember, { body: aPerson(org, lastName), ...(key ? { key } : {}) });
const members = async (org: Organization) =>
  org.asSystem(async (call) => {
    const { rows } = await call.db.execute<{ count: number }>(
      `SELECT count(*)::int AS count FROM profile WHERE organization_id = '${org.organizationId}' AND first_name = 'Ana'`,
    );
    return rows[0]?.count;
  });

describe("a call with an Idempotency-Key", () => {
  test("that is repeated changes nothing more, and gets the first answer again", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const first = await add(admin, org, "k1");
    const second = await add(admin, org, "k1");
    expect(first.status).toBe(200);
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect(await members(org)).toBe(1);
    await add(admin, org, "k2");
    await add(admin, org);
    expect(await members(org)).toBe(3);
  });

  test("keeps the answer sealed", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    await admin.call(createContent, {
      body: { type: 0, name: "Planted agreement", description: "", levelId: org.levels.root },
      key: "k1",
    });
    await add(admin, org, "k2");
    const rows = await org.asSystem((call) => call.db.select().from(idempotencyKey).where(ours(idempotencyKey, call)));
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      expect(row.sealedAnswer?.length).toBeGreaterThan(28);
      expect(row.sealedAnswer?.toString()).not.toMatch(/Planted|profileId/);
    }
  });

  test("and another body is a Conflict", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    await add(admin, org, "k1");
    const other = await add(admin, org, "k1", "Other");
    expect(other).toMatchObject({ status: 409, body: { reason: "keyUsed" } });
    expect(await members(org)).toBe(1);
  });

  test("of another person has nothing to do with it", async () => {
    const org = await world.it.anOrganization();
    const [one, two] = [await org.aMember("root", "Administrator"), await org.aMember("root", "Administrator")];
    await add(one, org, "k1");
    expect((await add(two, org, "k1", "Other")).status).toBe(200);
    expect(await members(org)).toBe(2);
  });

  test("that was refused may be repeated once its reason is gone", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const body = { ...aPerson(org), labelId: "0190c0de-0000-7000-8000-000000000000" };
    expect((await admin.ask(addMember, { body, key: "k1" })).status).toBe(404);
    expect((await add(admin, org, "k1")).status).toBe(200);
  });

  test("sent many times at once changes one thing; the others get its answer or are told to wait", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(admin, org, "k1")));
    const good = answers.filter((answer) => answer.status === 200);
    expect(new Set(good.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    for (const answer of answers.filter((one) => one.status !== 200)) {
      expect(answer).toMatchObject({ status: 409, body: { reason: "stillRunning" } });
      expect(answer.headers.get("retry-after")).toBe("1");
    }
    expect(await members(org)).toBe(1);
  });

  test("is not waited for while the first one runs", async () => {
    const org = await world.it.anOrganization();
    const { profileId, appUserId } = await org.aMember("root", "Administrator");
    const actor = {
      kind: "person",
      profileId,
      appUserId,
      grants: [],
      entries: [],
      children: [],
      onceGuarded: [],
      managers: { review: true, content: true },
      externalReviewer: null,
    } as const;
    const request = { key: "k1", hash: requestHash({ method: "POST", url: "/x", body: {}, files: [] }) };
    let worked = 0;
    const ask = (work: () => Promise<unknown>) => org.asSystem((call) => once({ ...call, actor }, request, work));
    const first = await ask(async () => {
      worked += 1;
      const second = ask(async () => {
        worked += 1;
      });
      await expect(second).rejects.toMatchObject({ reason: "stillRunning" });
      return "done";
    });
    expect([first, worked]).toEqual([{ answer: "done", repeated: false }, 1]);
  });

  test("is forgotten after a day, and its row removed", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const rows = () => org.asSystem((call) => call.db.select().from(idempotencyKey).where(ours(idempotencyKey, call)));
    await add(admin, org, "k1");
    await world.it.runSchedule("http.removeOldKeys");
    expect(await rows()).toHaveLength(1);
    world.it.clock.shift += 25 * 3_600_000;
    await world.it.runSchedule("http.removeOldKeys");
    expect(await rows()).toEqual([]);
    world.it.clock.shift -= 25 * 3_600_000;
  });

  test("that no header can hold is refused", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    expect((await add(admin, org, "two words")).status).toBe(400);
    expect((await add(admin, org, "x".repeat(201))).status).toBe(400);
  });
});

async function aDocumentOwed() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  await org.aDocument(admin);
  const { requirements } = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
  const params = { id: requirements[0]?.requirementId as string };
  const send = (key: string, ...files: File[]) =>
    coach.ask(completeDocument, { params, body: { profileLevelAccessId: coach.plaId }, files, key });
  return { org, coach, send };
}

describe("an upload with an Idempotency-Key", () => {
  test("is told by the bytes of its files, and keeps them once", async () => {
    const { send } = await aDocumentOwed();
    const before = (await world.it.storedKeys()).length;
    expect((await send("k1", aPdf())).status).toBe(200);
    expect((await send("k1", aPdf())).status).toBe(200);
    expect(await world.it.storedKeys()).toHaveLength(before + 1);
    const other = new File(["%PDF-1.4\nanother one"], "agreement.pdf", { type: "application/pdf" });
    expect((await send("k1", other)).status).toBe(409);
    expect(await world.it.storedKeys()).toHaveLength(before + 1);
  });
});

/** Lets the commit of the next transaction that records a file happen, and cuts the connection before its response is read. */
function loseAnswerOfCommit() {
  const { pool } = world.it.database;
  const lost = Promise.withResolvers<void>();
  pool.on("acquire", function watch(client: pg.PoolClient) {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<pg.QueryResult>;
    let records = false;
    const watched = async (...args: unknown[]) => {
      const [statement] = args;
      records ||= (statement as { text?: string }).text?.includes('insert into "stored_file"') ?? false;
      if (statement !== "COMMIT") return query(...args);
      client.query = query as typeof client.query;
      if (!records) return query(...args);
      pool.off("acquire", watch);
      await query(...args);
      (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
      lost.resolve();
      throw new Error("Connection terminated unexpectedly");
    };
    client.query = watched as typeof client.query;
  });
  return lost.promise;
}

describe("bytes that were received", () => {
  test("are noted before they arrive, and no longer once they are recorded", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const coach = await org.aMember("northTeam", "Head Coach");
    await org.aDocument(admin);
    const { requirements } = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
    const notes = () => org.asSystem((call) => call.db.select().from(incomingFile).where(ours(incomingFile, call)));
    const send = (file: File) =>
      coach.ask(completeDocument, {
        params: { id: requirements[0]?.requirementId as string },
        body: { profileLevelAccessId: coach.plaId },
        files: [file],
      });
    // Refused: its bytes are deleted, its record is left for the schedule.
    expect((await send(new File(["no such thing"], "agreement.pdf"))).status).toBe(415);
    const left = await notes();
    expect(left).toHaveLength(1);
    expect((await send(aPdf())).status).toBe(200);
    expect(await notes()).toEqual(left);
  });

  test("stay when the answer to the commit is lost, and a repetition is answered with what was done", async () => {
    const { coach, send } = await aDocumentOwed();
    const before = await world.it.storedKeys();
    const lost = loseAnswerOfCommit();
    expect((await send("k1", aPdf())).status).toBe(503);
    await lost;
    expect((await send("k1", aPdf())).status).toBe(200);
    expect(await world.it.storedKeys()).toHaveLength(before.length + 1);
    const { requirements } = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
    const at = {
      params: { id: requirements[0]?.requirementId as string },
      query: { profileLevelAccessId: coach.plaId },
    };
    const [file] = await coach.call(listFilesToView, at);
    const read = await coach.ask(downloadFile, { ...at, query: { ...at.query, fileId: file?.fileId as string } });
    expect(read.status).toBe(200);
  });

  test("and never recorded are removed a day later; those of a submission stay", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const coach = await org.aMember("northTeam", "Head Coach");
    await org.aDocument(admin);
    const { requirements } = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
    const before = await world.it.storedKeys();
    await coach.call(completeDocument, {
      params: { id: requirements[0]?.requirementId as string },
      body: { profileLevelAccessId: coach.plaId },
      files: [aPdf()],
    });
    const kept = (await world.it.storedKeys()).filter((key) => !before.includes(key));
    expect(kept).toHaveLength(1);
    // As when the process ends between the last byte and the commit.
    const cut = await world.it.cutOffUpload(org.organizationId);
    expect(await world.it.storedKeys()).toContain(cut);
    await world.it.runSchedule("http.removeOrphanedFiles");
    expect(await world.it.storedKeys()).toContain(cut);
    world.it.clock.shift += 25 * 3_600_000;
    await world.it.runSchedule("http.removeOrphanedFiles");
    world.it.clock.shift -= 25 * 3_600_000;
    const after = await world.it.storedKeys();
    expect(after).not.toContain(cut);
    expect(after).toEqual(expect.arrayContaining(kept));
  });
});

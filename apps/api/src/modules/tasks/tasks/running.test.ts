import { RequirementType } from "@touchline/contract";
import { createContent } from "@touchline/contract/library/content";
import { listTasks } from "@touchline/contract/tasks/tasks";
import { expect, test } from "vitest";
import { aWorld } from "../../../../test/world.ts";
import { newId } from "../../../database/ids.ts";
import { contentRedo, levelFollowing, rezoning } from "../../../schema/compliance.ts";
import { rosterImport } from "../../../schema/setup.ts";

const world = aWorld();
const nobody = "00000000-0000-0000-0000-000000000000";

test("work in steps is listed only for the person who started it, with its progress", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const colleague = await org.aMember("root", "Account Manager");
  const { contentId } = await admin.call(createContent, {
    body: { type: RequirementType.Document, name: "Coaching card", description: "", levelId: org.levels.root },
  });
  await org.asSystem(async ({ db, organizationId, now }) => {
    const begun = { organizationId, begunBy: admin.profileId, done: 3, total: 10 };
    await db.insert(contentRedo).values({ ...begun, contentId, afterAttempt: nobody, total: null });
    await db.insert(levelFollowing).values({
      ...begun,
      levelId: org.levels.north,
      round: nobody,
      afterLevel: nobody,
      afterMembership: nobody,
      movedAt: now,
    });
    await db.insert(rezoning).values({
      ...begun,
      fromZone: "America/Denver",
      toZone: "America/New_York",
      afterProfile: nobody,
    });
    const file = {
      organizationId,
      fileName: "u12.csv",
      storageKey: "none",
      encoding: "utf-8",
      headers: [],
      preview: [],
      rowCount: 12,
      mapping: {} as never,
      round: 1,
      judged: 5,
      invite: false,
      createdBy: admin.profileId,
      createdAt: now,
    };
    const tally = { create: { rows: 6, done: 2, invitable: 0 }, join: { rows: 1, done: 1, invitable: 0 } };
    await db.insert(rosterImport).values([
      { ...file, rosterImportId: newId(), state: "checking" },
      { ...file, rosterImportId: newId(), state: "running", tally },
      { ...file, rosterImportId: newId(), state: "done", tally },
    ]);
  });

  const { running } = await admin.call(listTasks);
  expect(running.map(({ subjectId: _, ...work }) => work)).toEqual(
    expect.arrayContaining([
      { kind: "redo.apply", name: "Coaching card", done: 3, total: null },
      { kind: "level.move", name: expect.any(String), done: 3, total: 10 },
      { kind: "timeZone.change", name: "America/New_York", done: 3, total: 10 },
      { kind: "roster.check", name: "u12.csv", done: 5, total: 12 },
      { kind: "roster.write", name: "u12.csv", done: 3, total: 7 },
    ]),
  );
  expect(running).toHaveLength(5);
  expect((await colleague.call(listTasks)).running).toEqual([]);
});

import { RequirementStatus } from "@touchline/contract";
import { startMemberTask } from "@touchline/contract/reporting/members";
import { bulkReview, completeWithoutUpload, reviewRequirement } from "@touchline/contract/reviews/reviews";
import * as contract from "@touchline/contract/screening/adverse-action";
import { importCompletions } from "@touchline/contract/setup/completion-imports";
import { listTaskItems } from "@touchline/contract/tasks/tasks";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { aFlagged, theNotice } from "../../../../test/adverse-actions.ts";
import { bornYearsAgo } from "../../../../test/families.ts";
import { type SimulatedScreening, simulateScreening } from "../../../../test/screening-orders.ts";
import { aWorld, type TestPerson } from "../../../../test/world.ts";
import { recordEarlierCompletions } from "../../compliance/index.ts";
import { addGuardian, endGuardianship } from "../../joining/families/actions/guardians.ts";

const world = aWorld();
let screening: SimulatedScreening;
beforeAll(async () => {
  screening = await simulateScreening(world.it);
});
afterEach(() => {
  world.it.clock.shift = 0;
});
afterAll(() => screening.close());

const day = 86_400_000;
type Flagged = Awaited<ReturnType<typeof aFlagged>>;
const final = (one: Flagged, who: TestPerson) =>
  who.ask(contract.sendFinalNotice, one.act({ reason: "Direct relationship." }));

test("no import of completions, extension, or completion without a file gets around a flagged check", async () => {
  const one = await aFlagged(world.it, screening);
  const { org, admin, director, coach, contentId } = one;
  const dayBefore = new Date(world.it.clock.now().getTime() - day).toISOString().slice(0, 10);
  const rows = `Email,Requirement,Completed on,Valid until\r\n${coach.email},Check,${dayBefore},`;
  const everyWay = async () => {
    const files = [new File([rows], "completions.csv", { type: "text/csv" })];
    const imported = await admin.call(importCompletions, { body: {}, files });
    expect(imported.fates).toMatchObject({ error: 1 });
    const completion = { profileId: coach.profileId, contentId, completedOn: dayBefore, validUntil: null };
    expect(await org.asSystem((call) => recordEarlierCompletions(call, [completion]))).toEqual(["inHand"]);
    const { taskId } = await director.call(startMemberTask, {
      params: { id: org.levels.root },
      body: {
        selection: { profileLevelAccessIds: [coach.plaId] },
        act: { kind: "members.extend", contentId, validUntil: "2099-01-01", reason: "Closed." },
      },
    });
    await world.it.drainJobs();
    expect((await director.call(listTaskItems, { params: { id: taskId } })).data).toMatchObject([
      { outcome: "skipped" },
    ]);
    const body = { requirementId: one.on.params.id, date: dayBefore, reason: "Seen on paper." };
    for (const who of [admin, director]) {
      expect((await who.ask(completeWithoutUpload, { params: { plaId: coach.plaId }, body })).status).toBe(409);
    }
    expect(await one.status()).toBe(RequirementStatus.PendingReview);
  };
  await everyWay();
  await director.call(contract.startAdverseAction, one.act(theNotice));
  await everyWay();
  world.it.clock.shift += 15 * day;
  expect((await final(one, director)).body).toMatchObject({ status: RequirementStatus.Rejected });
  // Who is disqualified isn't cleared by an import either.
  const completion = { profileId: coach.profileId, contentId, completedOn: dayBefore, validUntil: null };
  expect(await org.asSystem((call) => recordEarlierCompletions(call, [completion]))).toEqual(["barred"]);
});

test("a minor's guardian answers the notice in their place, and decides nothing, also after the guardianship has ended", async () => {
  const one = await aFlagged(world.it, screening);
  const { org, director, coach } = one;
  const guardian = await org.aMember("root", "Administrator");
  const pair = { guardianProfileId: guardian.profileId, childProfileId: coach.profileId };
  await org.asSystem(async (call) => {
    const dateOfBirth = bornYearsAgo(call.now, 16);
    await call.db.execute(sql`UPDATE profile SET date_of_birth = ${dateOfBirth}
      WHERE organization_id = ${call.organizationId} AND profile_id = ${coach.profileId}`);
    await addGuardian(call, pair);
  });
  const decisions = async () => {
    const place = { requirementId: one.on.params.id, profileLevelAccessId: coach.plaId };
    const review = { reviewDecision: "Approved" as const, reviewNotes: "" };
    const { offense, timePassed, role } = theNotice;
    const answers = [
      guardian.ask(contract.startAdverseAction, one.act(theNotice)),
      guardian.ask(contract.addAssessment, one.act({ offense, timePassed, role })),
      guardian.ask(contract.clearAfterReview, one.act({ note: "Mine." })),
      final(one, guardian),
      guardian.ask(reviewRequirement, {
        params: { plaId: coach.plaId },
        body: { requirementId: place.requirementId, ...review },
      }),
    ];
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    const many = await guardian.call(bulkReview, { body: { requirements: [place], review } });
    expect(many.results).toMatchObject([{ outcome: "refused" }]);
  };
  await decisions();
  await director.call(contract.startAdverseAction, one.act(theNotice));
  const seen = await one.adverse(guardian);
  expect(seen.action).toMatchObject({ state: "waiting", items: theNotice.items });
  // They read what the minor reads, and no assessment, whatever they are in the organization.
  expect(JSON.stringify(seen)).not.toContain(theNotice.role);
  await guardian.call(contract.addAdverseStatement, one.act({ statement: "My son paid it back." }));
  await guardian.call(contract.disputeReport, one.act({ explanation: "It's another person." }));
  expect(
    (await guardian.ask(contract.closeDispute, one.act({ result: "unchanged" as const, note: "Heard." }))).status,
  ).toBe(403);
  expect((await one.adverse(director)).action).toMatchObject({ state: "disputed" });
  await decisions();
  await org.asSystem((call) => endGuardianship(call, { ...pair, reason: "Moved away." }));
  await decisions();
  const late = await guardian.ask(contract.addAdverseStatement, one.act({ statement: "Again." }));
  expect(late.status).toBe(403);
});

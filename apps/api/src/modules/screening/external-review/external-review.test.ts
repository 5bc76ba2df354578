import { RequirementStatus } from "@touchline/contract";
import { getMember } from "@touchline/contract/people/profiles";
import { listAudit } from "@touchline/contract/reporting/audit";
import { getTimeline } from "@touchline/contract/reporting/timeline";
import { getRequirement } from "@touchline/contract/requirements/requirements";
import { reviewRequirement } from "@touchline/contract/reviews/reviews";
import {
  cancelExternalImport,
  getExternalImport,
  getExternalReviewSettings,
  listExternalImports,
  undoExternalImport,
} from "@touchline/contract/screening/external-review";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { aPortalClub } from "../../../../test/external-review.ts";
import { aWorld, type TestPerson } from "../../../../test/world.ts";
import { newId } from "../../../database/ids.ts";
import { adverseAction } from "../../../schema/reviews.ts";
import { newestMails } from "../../messages/notifications/queries/mail-history.ts";

const world = aWorld();
const { Completed, Incomplete, PendingReview, WaitingOnApplicant, WaitingOnProvider } = RequirementStatus;
const day = (daysAgo: number) =>
  new Date(world.it.clock.now().getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const heading = "Reference,Result,Result date";

describe("a background check at JDP", () => {
  test("leads to its page, waits on the applicant, then on the provider, and is completed from the date of a green result", async () => {
    const { admin, director, aCoach, settings } = await aPortalClub(world.it);
    expect(await settings(admin, { reviewer: null, jdp: "https://jdp.example/club" })).toMatchObject({ status: 204 });
    const coach = await aCoach();
    expect(await coach.shownTo(coach.by)).toMatchObject({
      ...{ wait: "portal", reviewerName: "JDP", portalUrl: "https://jdp.example/club", steps: ["begun", "finished"] },
      ...{ recordable: [], results: [] },
    });
    await coach.step("begun");
    expect(await coach.status()).toBe(WaitingOnApplicant);
    await coach.step("finished");
    expect(await coach.status()).toBe(WaitingOnProvider);
    expect((await coach.step("finished")).status).toBe(409);

    expect((await coach.record(director, "passed", day(3))).status).toBe(200);
    expect(await coach.status()).toBe(Completed);
    expect((await coach.by.call(getRequirement, coach.on)).completedAt?.slice(0, 10)).toBe(day(3));
    const { data } = await director.call(getTimeline, { params: { id: coach.profileLevelAccessId }, query: {} });
    expect(data.flatMap((line) => (line.kind === "requirements" ? [line.what] : []))).toContain("jdpResultRecorded");
  });

  test("opens a review with a red result, which disqualifies only by an adverse action", async () => {
    const { director, waiting } = await aPortalClub(world.it);
    const coach = await waiting();
    expect((await coach.record(director, "flagged", day(1))).status).toBe(200);
    expect(await coach.status()).toBe(PendingReview);
    expect((await coach.shownTo(director)).results).toMatchObject([{ outcome: "flagged", imported: false }]);
    const body = { requirementId: coach.requirementId, reviewNotes: "Red at JDP." };
    const decide = (reviewDecision: "RejectedDisqualified" | "Approved") =>
      director.ask(reviewRequirement, {
        params: { plaId: coach.profileLevelAccessId },
        body: { ...body, reviewDecision },
      });
    expect((await decide("RejectedDisqualified")).body).toMatchObject({ status: 409, reason: "adverseActionNeeded" });
    expect((await decide("Approved")).status).toBe(200);
    expect(await coach.status()).toBe(Completed);
  });

  test("is owed again, with an email, where it was canceled", async () => {
    const { admin, waiting } = await aPortalClub(world.it, 2);
    const coach = await waiting();
    expect((await coach.record(admin, "canceled", day(1))).status).toBe(200);
    expect(await coach.status()).toBe(Incomplete);
  });

  test("is recorded by nobody for themselves, by no member, and with no impossible day", async () => {
    const { admin, director, checkOf, waiting } = await aPortalClub(world.it);
    const own = await checkOf(director);
    await own.step("finished");
    expect((await own.record(director, "passed", day(1))).body).toMatchObject({
      status: 403,
      reason: "ownRequirement",
    });
    const coach = await waiting();
    expect((await coach.record(coach.by, "passed", day(1))).status).toBe(403);
    expect((await coach.record(admin, "passed", day(-2))).status).toBe(400);
    expect((await coach.record(admin, "passed", day(1))).status).toBe(200);
    expect((await coach.record(admin, "passed", day(1))).status).toBe(409);
  });

  test("asks for the last valid day where that is set with each submission", async () => {
    const { admin, waiting } = await aPortalClub(world.it, 1, { validity: { type: "PerRequirement" } });
    const coach = await waiting();
    expect((await coach.record(admin, "passed", day(1))).status).toBe(400);
    expect((await coach.record(admin, "passed", day(1), { validUntil: day(-100) })).status).toBe(200);
    expect((await coach.by.call(getRequirement, coach.on)).expiresAt?.slice(0, 10)).toBe(day(-101));
  });
});

describe("the queue", () => {
  test("lists what waits within reach, the longest first, and marks what is overdue", async () => {
    const { org, admin, director, waiting, queue, settings } = await aPortalClub(world.it);
    await settings(admin, { reviewer: null, deadlineDays: 2 });
    const first = await waiting();
    await org.asSystem(({ db, organizationId }) =>
      db.execute(sql`UPDATE attempt SET submitted_at = submitted_at - interval '4 days'
        WHERE organization_id = ${organizationId} AND attempt_id = ${first.reference}`),
    );
    const second = await waiting();
    const elsewhere = await waiting("southClub");
    const all = await queue(admin);
    expect(all.rows.map((row) => [row.reference, row.overdue, row.wait])).toEqual([
      [first.reference, true, "portal"],
      [second.reference, false, "portal"],
      [elsewhere.reference, false, "portal"],
    ]);
    expect(all).toMatchObject({ waiting: 3, overdue: 1, next: null });
    expect((await queue(director)).rows.map((row) => row.reference)).toEqual([first.reference, second.reference]);
    expect((await queue(admin, { overdue: "true" })).rows.map((row) => row.reference)).toEqual([first.reference]);
    expect((await queue(admin, { reviewer: "2" })).rows).toEqual([]);
    await world.it.runSchedule("screening.noticeOverdueResults");
    await world.it.runSchedule("screening.noticeOverdueResults");
    await world.it.drainJobs();
    const mails = await org.asSystem((call) => newestMails(call, 100));
    const overdue = mails.filter((mail) => mail.to === admin.email && mail.subject.includes("overdue"));
    expect(overdue.map((mail) => mail.subject)).toEqual(["A background check result is overdue"]);
  });

  test("is exported as a file that no spreadsheet computes, audited, and can be imported once it is filled in", async () => {
    const { admin, waiting, exported, imported } = await aPortalClub(world.it);
    const coach = await waiting();
    const { status, body, headers } = await exported(admin);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toContain("text/csv");
    const [head, row] = String(body).replace("\ufeff", "").trim().split("\r\n");
    expect(head).toBe(
      "Reference,External ID,First name,Last name,Date of birth,Requirement,Waiting since,Due by,Result,Result date,Valid until",
    );
    expect(row).toMatch(new RegExp(`^${coach.reference},,Head-Coach,Número\\d+,1985-04-12,Check,`));
    const { data } = await admin.call(listAudit, { query: { actions: ["screening.queueExported"] } });
    expect(data).toHaveLength(1);
    const filled = (row as string).replace(/,,,$/, `,green,${day(1)},`);
    expect((await imported(admin, [head as string, filled])).data).toMatchObject([{ number: 2, fate: "recorded" }]);
    expect(await coach.status()).toBe(Completed);
  });
});

describe("an import of results", () => {
  test("is checked without writing, records each row once, tells the others why not, and can be undone", async () => {
    const { org, admin, director, waiting, aCoach, check, imported, queue } = await aPortalClub(world.it);
    const [green, red, twice, away] = [await waiting(), await waiting(), await waiting(), await waiting("southClub")];
    const unstarted = await aCoach();
    const own = await org.aMember("north", "Club Director");
    const head = `${heading},First name,Last name,Date of birth`;
    const last = await lastNameOf(admin, unstarted.by);
    const lines = [
      head,
      `${green.reference},Green Light,${day(3)},,,`,
      `${red.reference},red,${day(2)},,,`,
      `${twice.reference},green,${day(2)},,,`,
      `${twice.reference},red,${day(2)},,,`,
      `${away.reference},green,${day(2)},,,`,
      `,passed,${day(1)},Head-Coach,${last},1985-04-12`,
      `,passed,${day(1)},Head-Coach,Nobody,1985-04-12`,
      `${green.reference},maybe,${day(1)},,,`,
      `${green.reference},pending,,,,`,
      `${red.reference},red,${day(-3)},,,`,
      `123,red,${day(1)},,,`,
      `${green.reference},green,${day(3)},Head-Coach,Somebody,1985-04-12`,
    ];
    const foreseen = (await check(director, lines)).body;
    const rows = foreseen.rows.map((row) => [row.number, row.fate, row.message]);
    expect(rows).toEqual([
      [2, "record", ""],
      [3, "record", ""],
      [4, "error", "Rows 4, 5 say different things about this background check. Keep one."],
      [5, "error", "Rows 4, 5 say different things about this background check. Keep one."],
      [6, "error", "No submission at your levels has this reference."],
      [7, "record", ""],
      [8, "error", "No one at your levels who needs a background check has this name and date of birth."],
      [9, "error", "“maybe” isn't a known result. Use Passed or Flagged, and ask JDP what it means."],
      [10, "waiting", "There's no result yet. Nothing changes."],
      [11, "error", "The date of the result is in the future."],
      [12, "error", "The reference isn't one that Touchline gave. Copy it from the exported file, or leave it empty."],
      [13, "error", "The reference belongs to someone with another name."],
    ]);
    expect(foreseen.rows[5]?.match).toMatchObject({ by: "nameAndBirth", dateOfBirth: "1985-04-12" });
    expect(await green.status()).toBe(WaitingOnProvider);

    const done = await imported(director, lines);
    expect(done).toMatchObject({ state: "done", recorded: 3, undoable: true });
    expect([await green.status(), await red.status(), await twice.status(), await unstarted.status()]).toEqual([
      ...[Completed, PendingReview, WaitingOnProvider, Completed],
    ]);
    const { data } = await admin.call(getTimeline, { params: { id: green.profileLevelAccessId }, query: {} });
    expect(data.flatMap((line) => (line.kind === "requirements" ? [line.what] : []))).toContain("jdpResultImported");
    const again = (await check(director, lines)).body;
    expect(again.fates).toMatchObject({ record: 0, known: 3 });
    expect((await check(own, lines)).body.fates.known).toBe(3);

    await director.call(undoExternalImport, { params: { id: done.importId } });
    await world.it.drainJobs();
    const undone = await director.call(getExternalImport, { params: { id: done.importId }, query: {} });
    expect(undone).toMatchObject({ state: "undone", recorded: 0, undoable: false });
    expect([await green.status(), await red.status(), await unstarted.status()]).toEqual([
      ...[WaitingOnProvider, WaitingOnProvider, WaitingOnProvider],
    ]);
    expect((await queue(admin)).rows.map((row) => row.reference)).toContain(green.reference);
    expect((await imported(director, lines)).recorded).toBe(3);
  });

  test("leaves what was decided since, or told in a pre-adverse notice, when it is undone, and says so", async () => {
    const { admin, waiting, imported, org } = await aPortalClub(world.it);
    const coach = await waiting();
    const warned = await waiting();
    const done = await imported(admin, [
      heading,
      `${coach.reference},red,${day(1)}`,
      `${warned.reference},red,${day(1)}`,
    ]);
    const { requirementId, profileLevelAccessId } = coach;
    await org.asSystem(({ db, organizationId, now }) =>
      db.insert(adverseAction).values({
        ...{ organizationId, adverseActionId: newId(), attemptId: warned.reference, provider: 1, simulated: false },
        ...{ state: "waiting", sealedFacts: Buffer.from("sealed"), startedBy: admin.profileId, sentAt: now },
        ...{ byMail: false, waitingDays: 7, lastDay: day(-7), endsAt: new Date(now.getTime() + 7 * 86_400_000) },
      }),
    );
    await admin.call(reviewRequirement, {
      params: { plaId: profileLevelAccessId },
      body: { requirementId, reviewDecision: "Approved", reviewNotes: "" },
    });
    await admin.call(undoExternalImport, { params: { id: done.importId } });
    await world.it.drainJobs();
    const { data } = await admin.call(getExternalImport, { params: { id: done.importId }, query: {} });
    const kept = { fate: "recorded", message: "This was decided or changed since, so it wasn't undone." };
    expect(data).toMatchObject([kept, kept]);
    expect(await warned.status()).toBe(RequirementStatus.PendingReview);
    expect(await coach.status()).toBe(Completed);
  });

  test("refuses the importer's own result, however it is named", async () => {
    const { director, checkOf, waiting, imported } = await aPortalClub(world.it);
    const own = await checkOf(director);
    await own.step("finished");
    const coach = await waiting();
    const last = await lastNameOf(director, director);
    const done = await imported(director, [
      "Reference,First name,Last name,Date of birth,Status,Date",
      `${coach.reference},,,,passed,${day(1)}`,
      `,Club-Director,${last},1985-04-12,passed,${day(1)}`,
    ]);
    expect(done.data[1]).toMatchObject({
      fate: "error",
      message: "You can't decide on your own requirement. Ask a colleague.",
    });
    expect(await own.status()).toBe(WaitingOnProvider);
  });

  test("is canceled between two steps, one at a time, and fails without the importer's rights", async () => {
    const { admin, director, waiting, begin } = await aPortalClub(world.it);
    const lines = [heading, `${(await waiting()).reference},green,${day(1)}`];
    const { body } = await begin(director, lines);
    expect((await begin(admin, lines)).body).toMatchObject({ status: 409, reason: "underWay" });
    await director.call(cancelExternalImport, { params: { id: body.importId as string } });
    await world.it.drainJobs();
    expect(await admin.call(listExternalImports)).toMatchObject([
      { state: "canceled", recorded: 0, cancelable: false },
    ]);
    expect((await admin.ask(cancelExternalImport, { params: { id: body.importId as string } })).status).toBe(409);
    expect((await begin(admin, [heading, "x,green,2026-01-01"])).body).toMatchObject({
      ...{ status: 409, reason: "nothingToRecord" },
    });
  });

  test("belongs to one organization: another one's references, imports and settings aren't there", async () => {
    const one = await aPortalClub(world.it);
    const other = await aPortalClub(world.it);
    const coach = await one.waiting();
    const { rows } = (await other.check(other.admin, [heading, `${coach.reference},green,${day(1)}`])).body;
    expect(rows[0]).toMatchObject({
      fate: "error",
      match: null,
      message: "No submission at your levels has this reference.",
    });
    const done = await one.imported(one.admin, [heading, `${coach.reference},green,${day(1)}`]);
    const params = { id: done.importId };
    expect((await other.admin.ask(getExternalImport, { params, query: {} })).status).toBe(404);
    expect((await other.admin.ask(undoExternalImport, { params })).status).toBe(404);
    expect((await other.admin.ask(getExternalReviewSettings, { params: { id: one.org.organizationId } })).status).toBe(
      404,
    );
    expect((await one.check(coach.by, [heading])).status).toBe(403);
  });
});

const lastNameOf = async (by: TestPerson, of: TestPerson) => {
  return (await by.call(getMember, { params: { id: of.plaId } })).lastName;
};

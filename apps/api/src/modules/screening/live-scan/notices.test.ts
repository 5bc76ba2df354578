import { typeOfKind } from "@touchline/contract";
import { createContent } from "@touchline/contract/library/content";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { saveContentLiveScan } from "@touchline/contract/library/content-kinds";
import { addMember, deleteMembership } from "@touchline/contract/people/profiles";
import { getWaiting } from "@touchline/contract/reporting/waiting";
import { sendLiveScanProof } from "@touchline/contract/requirements/submissions";
import { listLiveScanNotices, recordLiveScanNotice, recordStateAnswer } from "@touchline/contract/screening/live-scan";
import { dayOf, usualSettings } from "@touchline/rules";
import { describe, expect, test } from "vitest";
import { owedBy } from "../../../../test/submissions.ts";
import { aPdf, aWorld, type TestPerson } from "../../../../test/world.ts";

const world = aWorld();

const { kind: _, ...usual } = usualSettings["live-scan"];
const agency = { ori: "A1234", applicantType: "Volunteer", jobTitle: "Coach", agency: "Bay Area Youth Soccer" };
const address = { agencyStreet: "10 Harbor Way", agencyCity: "Oakland, CA 94607", mailCode: "01234" };
const contact = { contact: "Dana Reyes", contactPhone: "510-555-0142", levelOfService: ["DOJ" as const] };
const dayBefore = (days: number) => dayOf(Date.now() - days * 86_400_000, "America/Los_Angeles");

/** A coach whose fingerprints the state has, and those who see it. */
async function fingerprinted() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const coach = await org.aMember("northTeam", "Head Coach");
  const base = { type: typeOfKind["live-scan"], name: "Fingerprints", description: "", levelId: org.levels.root };
  const { contentId } = await admin.call(createContent, { body: base });
  await admin.call(saveContentLiveScan, {
    params: { id: contentId },
    body: { ...usual, ...agency, ...address, ...contact },
  });
  const labelIds = [org.labelIds["Head Coach"]];
  const assignment = { levelId: org.levels.root, labelIds, includeBelow: true, mandatory: true, dueDate: null };
  await admin.call(assignContent, { params: { id: contentId }, body: { contentAssignments: [assignment] } });
  const { requirementId, profileLevelAccessId } = await owedBy(coach, "Fingerprints");
  const params = { id: requirementId };
  const proof = { profileLevelAccessId, atiNumber: "A123BCD456", completedDate: dayBefore(5) };
  await coach.call(sendLiveScanProof, { params, body: proof, files: [aPdf()] });
  const body = { profileLevelAccessId, answer: "cleared" as const, answeredOn: dayBefore(1) };
  await admin.call(recordStateAnswer, { params, body });
  const due = async (by: TestPerson) => (await by.call(listLiveScanNotices, { query: {} })).rows;
  return {
    ...{ org, admin, coach, due, profileLevelAccessId },
    record: (by: TestPerson, attemptId: string, more: object = {}) =>
      by.ask(recordLiveScanNotice, {
        params: { id: attemptId },
        body: { outcome: "sent" as const, noticedOn: dayBefore(0), ...more },
      }),
    joins: (at: "southClub", label: "Head Coach" | "Team Manager") =>
      admin.call(addMember, {
        body: { levelId: org.levels[at], labelId: org.labelIds[label], profileId: coach.profileId },
      }),
    leave: () => admin.call(deleteMembership, { params: { id: profileLevelAccessId } }),
  };
}

describe("when somebody with fingerprints leaves", () => {
  test("reviewers see whom to notify the state about, with what the notification names", async () => {
    const { org, admin, due, leave } = await fingerprinted();
    const counted = async () => (await admin.call(getWaiting, { params: { id: org.levels.root } })).liveScanNotices;
    expect(await due(admin)).toEqual([]);
    expect(await counted()).toBe(0);
    await leave();
    expect(await due(admin)).toMatchObject([
      {
        ...{ requirementName: "Fingerprints", atiNumber: "A123BCD456", ori: "A1234" },
        ...{ agency: "Bay Area Youth Soccer", submittedOn: dayBefore(0), reason: "left", recorded: null },
      },
    ]);
    expect(await counted()).toBe(1);
  });

  test("it is recorded once that the notification was sent, by whom and when", async () => {
    const { org, admin, due, record, leave } = await fingerprinted();
    await leave();
    const [row] = await due(admin);
    const attemptId = row?.attemptId ?? "";
    expect((await record(admin, attemptId, { noticedOn: "2999-01-01" })).body).toMatchObject({
      errors: [{ path: "noticedOn", message: "This date is in the future. Enter the date on which it was sent." }],
    });
    const answers = await Promise.all([record(admin, attemptId), record(admin, attemptId)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect(await due(admin)).toEqual([]);
    const { rows } = await admin.call(listLiveScanNotices, { query: { recorded: "true" } });
    expect(rows).toMatchObject([
      {
        attemptId,
        recorded: { outcome: "sent", noticedOn: dayBefore(0), recordedByName: expect.stringMatching(/\S/) },
      },
    ]);
    const { rows: events } = await org.asSystem(({ db, organizationId }) =>
      db.execute(`SELECT FROM requirement_event
        WHERE organization_id = '${organizationId}' AND kind = 'liveScanNoticeSent'`),
    );
    expect(events).toHaveLength(1);
  });

  test("another club's director, a Manager and another organization have nothing to do with it", async () => {
    const { org, admin, due, record, leave } = await fingerprinted();
    await leave();
    const [row] = await due(admin);
    const attemptId = row?.attemptId ?? "";
    const north = await org.aMember("northClub", "Club Director");
    const south = await org.aMember("southClub", "Club Director");
    const manager = await org.aMember("northTeam", "Team Manager");
    const other = await (await world.it.anOrganization()).aMember("root", "Administrator");
    expect(await due(north)).toHaveLength(1);
    for (const one of [south, other]) {
      expect(await due(one)).toEqual([]);
      expect((await record(one, attemptId)).status).toBe(404);
    }
    expect((await manager.ask(listLiveScanNotices, { query: {} })).status).toBe(403);
    expect((await record(manager, attemptId)).status).toBe(403);
  });

  test("nothing is due while another membership of theirs still requires a Live Scan", async () => {
    const { admin, joins, due, leave } = await fingerprinted();
    await joins("southClub", "Head Coach");
    await leave();
    expect(await due(admin)).toEqual([]);
  });
});

test("somebody who stays in another role, of which no Live Scan is required, is listed as that", async () => {
  const { admin, joins, due, leave } = await fingerprinted();
  await joins("southClub", "Team Manager");
  await leave();
  expect(await due(admin)).toMatchObject([{ atiNumber: "A123BCD456", reason: "notRequired" }]);
});

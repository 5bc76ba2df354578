import { createContent } from "@touchline/contract/library/content";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { saveContentCustomTraining } from "@touchline/contract/library/content-kinds";
import { getRequirement } from "@touchline/contract/requirements/requirements";
import { getTrainingUrl } from "@touchline/contract/requirements/submissions";
import {
  addCustomTrainingCertificate,
  removeCustomTrainingCertificate,
  takeCustomTraining,
} from "@touchline/contract/requirements/trainings";
import { reviewRequirement } from "@touchline/contract/reviews/reviews";
import { usualSettings } from "@touchline/rules";
import { expect, test } from "vitest";
import { owedBy } from "../../../../test/submissions.ts";
import { aPdf, aWorld, type Organization } from "../../../../test/world.ts";

const world = aWorld();
const { kind: _, ...usual } = usualSettings["custom-training"];
const trainingUrl = "https://training.example.org/safety";

async function aTraining(org: Organization, change: Partial<typeof usual> = {}) {
  const admin = await org.aMember("root", "Administrator");
  const { contentId } = await admin.call(createContent, {
    body: { type: 8, name: "Safety course", description: "", levelId: org.levels.root },
  });
  const params = { id: contentId };
  await admin.call(saveContentCustomTraining, { params, body: { ...usual, trainingUrl, ...change } });
  const labelIds = [org.labelIds["Head Coach"]];
  const assignment = { levelId: org.levels.root, labelIds, includeBelow: true, mandatory: true, dueDate: null };
  await admin.call(assignContent, { params, body: { contentAssignments: [assignment] } });
  const coach = await org.aMember("northTeam", "Head Coach");
  const { requirementId, profileLevelAccessId } = await owedBy(coach, "Safety course");
  return { admin, coach, params: { id: requirementId }, at: { profileLevelAccessId } };
}

test("a linked custom training tells its address by get-training-url, and its certificate counts once reviewed", async () => {
  const { admin, coach, params, at } = await aTraining(await world.it.anOrganization());
  const taken = { requirementId: params.id, status: 1, url: trainingUrl };
  expect(await coach.call(takeCustomTraining, { params, body: at })).toEqual(taken);
  expect(await coach.call(getTrainingUrl, { params, query: at })).toEqual({ url: trainingUrl });
  // Opened once more, it is the same.
  expect(await coach.call(takeCustomTraining, { params, body: at })).toEqual(taken);
  const files = [aPdf("certificate.pdf")];
  expect(await coach.call(addCustomTrainingCertificate, { params, body: at, files })).toMatchObject({ status: 7 });
  expect(await coach.ask(takeCustomTraining, { params, body: at })).toMatchObject({ status: 409 });
  await admin.call(reviewRequirement, {
    params: { plaId: at.profileLevelAccessId },
    body: { requirementId: params.id, reviewDecision: "Approved", reviewNotes: "" },
  });
  expect((await coach.call(getRequirement, { params, query: at })).status).toBe(3);
});

test("a certificate is taken back until it is decided", async () => {
  const { coach, params, at } = await aTraining(await world.it.anOrganization());
  await coach.call(addCustomTrainingCertificate, { params, body: at, files: [aPdf()] });
  const { attempt } = await coach.call(getRequirement, { params, query: at });
  const fileId = attempt?.files[0]?.fileId as string;
  const removed = await coach.call(removeCustomTrainingCertificate, { params, query: { ...at, fileId } });
  expect(removed).toMatchObject({ status: 0 });
});

test("a training without an address says so, and a document is none", async () => {
  const org = await world.it.anOrganization();
  const { admin, coach, params, at } = await aTraining(org, { trainingUrl: null });
  expect(await coach.ask(takeCustomTraining, { params, body: at })).toMatchObject({
    status: 409,
    body: { reason: "noLink" },
  });
  expect((await coach.ask(getTrainingUrl, { params, query: at })).body.reason).toBe("noLink");
  await org.aDocument(admin);
  const { requirementId } = await owedBy(coach);
  const files = [aPdf()];
  const other = { params: { id: requirementId }, body: at };
  expect((await coach.ask(takeCustomTraining, other)).status).toBe(404);
  expect((await coach.ask(addCustomTrainingCertificate, { ...other, files })).status).toBe(404);
  expect((await admin.ask(takeCustomTraining, { params, body: at })).status).toBe(403);
});

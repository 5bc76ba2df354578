import { RequirementType } from "@touchline/contract";
import { createContent } from "@touchline/contract/library/content";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { saveContentOf } from "@touchline/contract/library/content-kinds";
import { backgroundCheckSettings } from "@touchline/contract/library/content-settings";
import { getRequirement } from "@touchline/contract/requirements/requirements";
import {
  downloadExternalQueue,
  type ExternalReviewer,
  getExternalCheck,
  getExternalImport,
  importExternalResults,
  listExternalQueue,
  recordExternalResult,
  saveExternalReviewSettings,
  takeExternalStep,
} from "@touchline/contract/screening/external-review";
import { usualSettings } from "@touchline/rules";
import { owedBy } from "./submissions.ts";
import type { Organization, TestPerson, World } from "./world.ts";

/** Drives the steps of an external reviewer, or of the organization's own, for one person's background check. */
async function checkOf(by: TestPerson) {
  const { requirementId, profileLevelAccessId } = await owedBy(by, "Check");
  const params = { id: requirementId };
  const on = { params, query: { profileLevelAccessId } };
  return {
    ...{ by, requirementId, profileLevelAccessId, on },
    status: async () => (await by.call(getRequirement, on)).status,
    step: (step: "begun" | "finished") => by.ask(takeExternalStep, { params, body: { profileLevelAccessId, step } }),
    shownTo: (who: TestPerson) => who.call(getExternalCheck, on),
    record: (who: TestPerson, outcome: "passed" | "flagged" | "canceled", resultOn: string, more = {}) =>
      who.ask(recordExternalResult, { params, body: { profileLevelAccessId, outcome, resultOn, ...more } }),
  };
}

/** Creates an organization whose coaches complete a background check on the page of JDP (1) or NCSI (2). */
export async function aPortalClub(world: World, reviewer: ExternalReviewer = 1, settings: object = {}) {
  const org = await world.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("north", "Club Director");
  const { contentId } = await admin.call(createContent, {
    body: { type: RequirementType.BackgroundCheck, name: "Check", description: "", levelId: org.levels.root },
  });
  const { kind: _, ...usual } = usualSettings["background-check"];
  await admin.call(saveContentOf["background-check"], {
    params: { id: contentId },
    body: backgroundCheckSettings.parse({ ...usual, provider: reviewer, ...settings }),
  });
  const assignment = {
    ...{ levelId: org.levels.root, includeBelow: true, mandatory: true, dueDate: null },
    labelIds: [org.labelIds["Head Coach"], org.labelIds["Club Director"]],
  };
  await admin.call(assignContent, { params: { id: contentId }, body: { contentAssignments: [assignment] } });
  return { org, admin, director, ...externalActs(world, org, reviewer) };
}

/** The calls about one reviewer's results in an organization. */
export function externalActs(world: World, org: Organization, reviewer: ExternalReviewer) {
  const query = { reviewer: String(reviewer) as "1" | "2" };
  const send = (by: TestPerson, file: File, more: object, checkOnly: boolean) =>
    by.ask(importExternalResults, {
      body: { reviewer: query.reviewer, checkOnly: checkOnly ? "true" : "false", ...more },
      files: [file],
    });
  let firstAdministrator: Promise<TestPerson> | undefined;
  const administrator = () => {
    firstAdministrator ??= org.aMember("root", "Administrator");
    return firstAdministrator;
  };
  const csv = (lines: readonly string[]) => new File([lines.join("\r\n")], "results.csv", { type: "text/csv" });
  return {
    aCoach: async (at: Parameters<Organization["aMember"]>[0] = "northTeam") =>
      checkOf(await org.aMember(at, "Head Coach")),
    checkOf,
    /** Creates a coach who has done their part on the page, so that a result is pending. */
    async waiting(at: Parameters<Organization["aMember"]>[0] = "northTeam") {
      const coach = await checkOf(await org.aMember(at, "Head Coach"));
      const answer = await coach.step("finished");
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      const reference = (await queueOf(await administrator())).rows.find(
        (row) => row.requirementId === coach.requirementId,
      )?.reference as string;
      return { ...coach, reference };
    },
    queue: queueOf,
    exported: (by: TestPerson) => by.ask(downloadExternalQueue, { query }),
    check: (by: TestPerson, lines: readonly string[], more: object = {}) => send(by, csv(lines), more, true),
    checkFile: (by: TestPerson, file: File, more: object = {}) => send(by, file, more, true),
    begin: (by: TestPerson, lines: readonly string[], more: object = {}) => send(by, csv(lines), more, false),
    /** Imports a file completely. @returns its rows with their results. */
    async imported(by: TestPerson, lines: readonly string[]) {
      const { status, body } = await send(by, csv(lines), {}, false);
      if (status !== 200 || body.importId === null) throw new Error(`${status} ${JSON.stringify(body)}`);
      await world.drainJobs();
      return by.call(getExternalImport, { params: { id: body.importId }, query: {} });
    },
    settings: (by: TestPerson, body: { reviewer: ExternalReviewer | null; deadlineDays?: number; jdp?: string }) =>
      by.ask(saveExternalReviewSettings, {
        params: { id: org.organizationId },
        body: {
          reviewer: body.reviewer,
          deadlineDays: body.deadlineDays ?? 10,
          portals: { jdp: body.jdp ?? null, ncsi: null },
        },
      }),
  };
}

const queueOf = (by: TestPerson, query: { overdue?: "true"; reviewer?: "1" | "2"; cursor?: string } = {}) =>
  by.call(listExternalQueue, { query });

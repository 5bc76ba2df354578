import * as contract from "@touchline/contract/requirements";
import { on } from "../../kernel/mount.ts";
import { authorizeSight, memberTarget } from "../profiles/queries.ts";
import { downloadFile, listFiles } from "./actions/look.ts";
import { submitFiles } from "./actions/submit.ts";
import { takeFileBack } from "./actions/take-back.ts";
import { shownAttempt } from "./queries/attempt.ts";
import { resetNoteOf } from "./queries/notes.ts";
import { requirementOn, requirementsOf } from "./queries/owed.ts";

export const routes = [
  on(contract.listRequirements, async (call, { params }) => {
    const target = await memberTarget(call, params.plaId);
    authorizeSight(call, target);
    const { profileId, firstName, lastName, levelName, labelName, overallStatus } = target;
    const { requirements, reasons } = await requirementsOf(call, target);
    const fullName = `${firstName} ${lastName}`;
    return { profileId, fullName, levelName, labelName, overallStatus, reasons, requirements };
  }),

  on(contract.getRequirement, async (call, { params, query }) => {
    const target = await memberTarget(call, query.profileLevelAccessId);
    authorizeSight(call, target);
    const one = await requirementOn(call, target, params.id);
    return {
      ...one.shown,
      profileId: target.profileId,
      fullName: `${target.firstName} ${target.lastName}`,
      profileLevelAccessId: target.profileLevelAccessId,
      settings: one.asked.settings,
      reasons: one.reasons,
      attempt: await shownAttempt(call, one.attempt, one.verdicts.view.allowed ? one.files : []),
      resetNote: await resetNoteOf(call, target, one),
    };
  }),

  on(contract.completeDocument, (call, { params, body, uploads }) =>
    submitFiles(call, { requirementId: params.id, ...body, uploads }),
  ),

  on(contract.deleteDocumentAttachment, (call, { params, query }) =>
    takeFileBack(call, { requirementId: params.id, ...query }),
  ),

  on(contract.listFilesToView, (call, { params, query }) => listFiles(call, { requirementId: params.id, ...query })),

  on(contract.downloadFile, (call, { params, query }) => downloadFile(call, { requirementId: params.id, ...query })),
];

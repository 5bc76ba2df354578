import * as contract from "@touchline/contract/requirements";
import * as submissions from "@touchline/contract/submissions";
import { on, onErrand } from "../../kernel/mount.ts";
import { assemble } from "../files/actions/uploads.ts";
import { authorizeSight, memberTarget } from "../profiles/queries.ts";
import { downloadArchive } from "./actions/archive.ts";
import { beginFile, beginFinish, cancelFile, finishFile, keepDraft, readDraft, takePart } from "./actions/draft.ts";
import { downloadFile, listFiles } from "./actions/look.ts";
import {
  sendAgeProof,
  sendCertificate,
  sendIdentityProof,
  sendLiveScan,
  sendReport,
  settingsOn,
  takeTraining,
  trainingUrl,
} from "./actions/manual.ts";
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

  on(submissions.getDraft, (call, { params, query }) => readDraft(call, { requirementId: params.id, ...query })),

  on(submissions.saveDraft, (call, { params, body }) => keepDraft(call, { requirementId: params.id, ...body })),

  on(submissions.beginUpload, async (call, { params, body }) => ({
    ...(await beginFile(call, { requirementId: params.id, ...body })),
    partBytes: submissions.partBytes,
  })),

  on(submissions.sendPart, (call, { params, body, uploads }) =>
    takePart(call, { requirementId: params.id, uploadId: params.uploadId, ...body, uploads }),
  ),

  onErrand(submissions.finishUpload, {
    begin: (call, { params, body }) =>
      beginFinish(call, { requirementId: params.id, uploadId: params.uploadId, ...body }),
    act: assemble,
    finish: (call, { params, body }, whole) =>
      finishFile(call, { requirementId: params.id, uploadId: params.uploadId, ...body }, whole),
  }),

  on(submissions.cancelUpload, (call, { params, query }) =>
    cancelFile(call, { requirementId: params.id, uploadId: params.uploadId, ...query }),
  ),

  on(submissions.downloadFileArchive, (call, { params, query }) =>
    downloadArchive(call, { requirementId: params.id, ...query }),
  ),

  on(submissions.sendBackgroundCheckReport, (call, { params, body, uploads }) =>
    sendReport(call, { requirementId: params.id, ...body, uploads }),
  ),

  on(submissions.removeBackgroundCheckReport, (call, { params, query }) =>
    takeFileBack(call, { requirementId: params.id, ...query }, "background-check"),
  ),

  on(submissions.takeAbusePreventionTraining, (call, { params, body }) =>
    takeTraining(call, { requirementId: params.id, ...body }),
  ),

  on(submissions.getTrainingUrl, (call, { params, query }) =>
    trainingUrl(call, { requirementId: params.id, ...query }),
  ),

  on(submissions.sendTrainingCertificate, (call, { params, body, uploads }) =>
    sendCertificate(call, { requirementId: params.id, ...body, uploads }),
  ),

  on(submissions.removeTrainingCertificate, (call, { params, query }) =>
    takeFileBack(call, { requirementId: params.id, ...query }, "abuse-prevention-training"),
  ),

  on(submissions.getAgeVerification, async (call, { params, query }) => {
    const { verification, documents, proofs } = await settingsOn(
      call,
      { requirementId: params.id, ...query },
      "age-verification",
    );
    return { verification, documents, proofs };
  }),

  on(submissions.sendAgeVerification, (call, { params, body, uploads }) =>
    sendAgeProof(call, { requirementId: params.id, ...body, uploads }),
  ),

  on(submissions.getIdentityVerification, async (call, { params, query }) => {
    const { documents } = await settingsOn(call, { requirementId: params.id, ...query }, "identity-verification");
    return { documents };
  }),

  on(submissions.sendIdentityVerification, (call, { params, body, uploads }) =>
    sendIdentityProof(call, { requirementId: params.id, ...body, uploads }),
  ),

  on(submissions.sendLiveScanProof, (call, { params, body, uploads }) =>
    sendLiveScan(call, { requirementId: params.id, ...body, uploads }),
  ),
];

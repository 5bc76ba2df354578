import * as contract from "@touchline/contract/requirements/requirements";
import * as submissions from "@touchline/contract/requirements/submissions";
import { on, onErrand, onReading } from "../../../http/mount.ts";
import { assemble } from "../../files/index.ts";
import { exceptionsWithoutReasons, readExceptions } from "../../library/index.ts";
import { authorizeSight, readMember, targetOf } from "../../people/index.ts";
import { downloadArchive } from "./actions/archive.ts";
import { decline } from "./actions/decline.ts";
import {
  beginFile,
  beginFinish,
  cancelFile,
  finishFile,
  keepDraft,
  orderFiles,
  readDraft,
  takePart,
} from "./actions/draft.ts";
import { sendCertificate, sendReport } from "./actions/manual.ts";
import { removeSubmittedFile } from "./actions/remove-file.ts";
import { submitFiles } from "./actions/submit.ts";
import { downloadFile, listFiles } from "./actions/view-files.ts";
import { shownAttempt } from "./queries/attempt.ts";
import { begunWay, readDrafts } from "./queries/drafts.ts";
import { readReset, resetNoteOf } from "./queries/notes.ts";
import { readOwed, readRequirement, requirementShown, requirementsOf } from "./queries/requirement-rows.ts";

export const routes = [
  onReading(
    contract.listRequirements,
    (call, { params }) => {
      return Promise.all([
        readMember(call, params.plaId),
        readOwed(call, params.plaId),
        readExceptions(call, params.plaId),
      ]);
    },
    async (call, _input, read) => {
      const [member, owed, spared] = await read;
      const target = targetOf(call, member);
      authorizeSight(call, target);
      const { profileId, firstName, lastName, levelName, labelName, overallStatus } = target;
      const { requirements, reasons } = requirementsOf(call, target, owed);
      const fullName = `${firstName} ${lastName}`;
      const { exemptions, optionalUntil } = exceptionsWithoutReasons(spared);
      return {
        ...{ profileId, fullName, levelName, labelName, overallStatus, reasons, requirements },
        ...{ exemptions, optionalUntil },
      };
    },
  ),

  onReading(
    contract.getRequirement,
    (call, { params: { id: requirementId }, query: { profileLevelAccessId } }) => {
      return Promise.all([
        readMember(call, profileLevelAccessId),
        readRequirement(call, { profileLevelAccessId, requirementId }),
        readReset(call, requirementId),
        readDrafts(call, { profileLevelAccessId, requirementId }),
      ]);
    },
    async (call, { params }, read) => {
      const [member, requirement, reset, begun] = await read;
      const target = targetOf(call, member);
      authorizeSight(call, target);
      const one = requirementShown(call, target, params.id, requirement);
      return {
        ...one.shown,
        profileId: target.profileId,
        fullName: `${target.firstName} ${target.lastName}`,
        profileLevelAccessId: target.profileLevelAccessId,
        settings: one.required.settings,
        reasons: one.reasons,
        attempt: shownAttempt(call, one.submission, one.verdicts.view.allowed ? one.files : []),
        begun: begunWay(target, one, begun),
        resetNote: resetNoteOf(call, target, one, reset),
        staysAsSent: !one.verdicts.delete.allowed && one.verdicts.delete.reason === "beingDecided",
      };
    },
  ),

  on(contract.declineRequirement, (call, { params, body }) => decline(call, { requirementId: params.id, ...body })),

  on(contract.completeDocument, (call, { params, body, uploads }) =>
    submitFiles(call, { requirementId: params.id, ...body, uploads }, { kind: "document" }),
  ),

  on(contract.deleteDocumentAttachment, (call, { params, query }) =>
    removeSubmittedFile(call, { requirementId: params.id, ...query }),
  ),

  on(contract.listFilesToView, (call, { params, query }) => listFiles(call, { requirementId: params.id, ...query })),

  on(contract.downloadFile, (call, { params, query }) => downloadFile(call, { requirementId: params.id, ...query })),

  on(submissions.getDraft, (call, { params, query }) => readDraft(call, { requirementId: params.id, ...query })),

  on(submissions.saveDraft, (call, { params, body }) => keepDraft(call, { requirementId: params.id, ...body })),

  on(submissions.orderDraftFiles, (call, { params, body }) => orderFiles(call, { requirementId: params.id, ...body })),

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
    removeSubmittedFile(call, { requirementId: params.id, ...query }, "background-check"),
  ),

  on(submissions.sendTrainingCertificate, (call, { params, body, uploads }) =>
    sendCertificate(call, { requirementId: params.id, ...body, uploads }),
  ),

  on(submissions.removeTrainingCertificate, (call, { params, query }) =>
    removeSubmittedFile(call, { requirementId: params.id, ...query }, "abuse-prevention-training"),
  ),
];

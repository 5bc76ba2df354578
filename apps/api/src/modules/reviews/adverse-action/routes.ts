import * as contract from "@touchline/contract/screening/adverse-action";
import { on, onErrand, onReadOnly } from "../../../http/mount.ts";
import * as decide from "./actions/decide.ts";
import * as disputes from "./actions/dispute.ts";
import { openDocument, openFile } from "./actions/documents.ts";
import { saveSettings, settingsShown } from "./actions/settings.ts";
import { beginNotice, makeNotice, sendNotice } from "./actions/start.ts";
import { adverseShown } from "./queries/details.ts";

export const routes = [
  onReadOnly(contract.getAdverseAction, (call, { params, query }) =>
    adverseShown(call, { requirementId: params.id, ...query }),
  ),

  onErrand(contract.startAdverseAction, {
    begin: (call, { params, body, uploads }) => beginNotice(call, { requirementId: params.id, ...body, uploads }),
    act: makeNotice,
    finish: (call, { params, body, uploads }, made) =>
      sendNotice(call, { requirementId: params.id, ...body, uploads }, made),
  }),

  on(contract.disputeReport, (call, { params, body }) => disputes.dispute(call, { requirementId: params.id, ...body })),
  on(contract.addAdverseStatement, (call, { params, body, uploads }) =>
    disputes.addStatement(call, { requirementId: params.id, ...body, uploads }),
  ),
  on(contract.closeDispute, (call, { params, body }) => disputes.close(call, { requirementId: params.id, ...body })),
  on(contract.addAssessment, (call, { params, body }) => decide.assess(call, { requirementId: params.id, ...body })),

  onErrand(contract.sendFinalNotice, {
    begin: (call, { params, body }) => decide.beginFinal(call, { requirementId: params.id, ...body }),
    act: decide.printFinal,
    finish: (call, { params, body }, letter) => decide.finish(call, { requirementId: params.id, ...body }, letter),
  }),

  on(contract.clearAfterReview, (call, { params, body }) => decide.clear(call, { requirementId: params.id, ...body })),

  on(contract.downloadAdverseDocument, (call, { params, query }) =>
    openDocument(call, { requirementId: params.id, ...query }),
  ),
  on(contract.downloadAdverseFile, (call, { params, query }) => openFile(call, { requirementId: params.id, ...query })),

  onReadOnly(contract.getAdverseSettings, (call) => settingsShown(call)),
  on(contract.saveAdverseSettings, (call, { body }) => saveSettings(call, body)),
];

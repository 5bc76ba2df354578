import { sendLiveScanProof } from "@touchline/contract/requirements/submissions";
import * as contract from "@touchline/contract/screening/live-scan";
import { notFound } from "../../../errors.ts";
import { on, onErrand, onReadOnly } from "../../../http/mount.ts";
import { recordAnswer } from "./actions/answer.ts";
import { beginForm, finishForm, renderForm } from "./actions/form.ts";
import { recordNotice } from "./actions/notice.ts";
import { submitLiveScan } from "./actions/submit.ts";
import { noticePage } from "./queries/notices.ts";
import { progressOf } from "./queries/progress.ts";
import { stateAddresses } from "./queries/state-addresses.ts";

export const routes = [
  onReadOnly(contract.getLiveScanUrls, async (call, { params }) => {
    if (params.id !== call.organizationId) throw notFound("organization");
    return stateAddresses;
  }),

  onReadOnly(contract.getLiveScan, (call, { params, query }) =>
    progressOf(call, { requirementId: params.id, ...query }),
  ),

  onErrand(contract.makeLiveScanForm, {
    begin: (call, { params, body }) => beginForm(call, { requirementId: params.id, ...body }),
    act: renderForm,
    finish: (call, { params, body }, pdf) => finishForm(call, { requirementId: params.id, ...body }, pdf),
  }),

  on(sendLiveScanProof, (call, { params, body, uploads }) =>
    submitLiveScan(call, { requirementId: params.id, ...body, uploads }),
  ),

  on(contract.recordStateAnswer, (call, { params, body }) => recordAnswer(call, { requirementId: params.id, ...body })),

  onReadOnly(contract.listLiveScanNotices, (call, { query }) => noticePage(call, query)),

  on(contract.recordLiveScanNotice, async (call, { params, body }) => {
    await recordNotice(call, { attemptId: params.id, ...body });
    return undefined;
  }),
];

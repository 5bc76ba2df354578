import * as contract from "@touchline/contract/screening/consents";
import { on, onErrand, onReadOnly } from "../../../http/mount.ts";
import { beginDocument, finishDocument, renderConsent } from "./actions/document.ts";
import { signConsent } from "./actions/record.ts";
import { viewConsents } from "./actions/view.ts";
import { withdraw } from "./actions/withdraw.ts";

export const routes = [
  onReadOnly(contract.listConsents, (call, { params }) =>
    viewConsents(call, { requirementId: params.id, profileLevelAccessId: params.plaId }),
  ),
  on(contract.recordConsent, signConsent),
  on(contract.withdrawConsent, (call, { params, body }) => withdraw(call, { requirementId: params.id, ...body })),
  onErrand(contract.downloadConsent, {
    begin: (call, { params, query }) => beginDocument(call, { requirementId: params.id, ...query }),
    act: renderConsent,
    finish: (call, { params, query }, pdf) => finishDocument(call, { requirementId: params.id, ...query }, pdf),
  }),
];

import * as contract from "@touchline/contract/screening/orders";
import { on, onErrand, onReadOnly } from "../../../http/mount.ts";
import { linkOf } from "./actions/link.ts";
import { answerReport, beginReport, fetchReport } from "./actions/report.ts";
import { startCheck } from "./actions/run.ts";
import { checkShown } from "./queries/details.ts";

export const routes = [
  on(contract.runBackgroundCheck, (call, { params, query }) =>
    startCheck(call, { requirementId: params.id, ...query }),
  ),

  onReadOnly(contract.getBackgroundCheckLink, (call, { params, query }) =>
    linkOf(call, { requirementId: params.id, ...query }),
  ),

  onReadOnly(contract.getBackgroundCheck, (call, { params, query }) =>
    checkShown(call, { requirementId: params.id, ...query }),
  ),

  onErrand(contract.downloadProviderReport, {
    begin: (call, { params, query }) => beginReport(call, { requirementId: params.id, ...query }),
    act: fetchReport,
    finish: (call, { params, query }, report) => answerReport(call, { requirementId: params.id, ...query }, report),
  }),
];

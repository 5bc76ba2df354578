import * as contract from "@touchline/contract/billing/reports";
import type { Tenancy } from "../../../database/tenancy.ts";
import { onErrand, onReadOnly, type Route } from "../../../http/mount.ts";
import { beginBookkeeping, bookkeepingFile, reportFile } from "./actions/export.ts";
import { billingReport } from "./queries.ts";

export const reportRoutes = ({ tenancy }: { tenancy: Tenancy }): Route[] => [
  onReadOnly(contract.getBillingReport, (call, { query }) => billingReport(call, query)),
  onReadOnly(contract.downloadBillingReport, (call, { query }) => reportFile(call, query)),
  onErrand(contract.downloadBookkeeping, {
    begin: (call, { query }) => beginBookkeeping(call, query),
    act: async (begun) => bookkeepingFile(begun, (work) => tenancy.run(begun.organizationId, work)),
    finish: (_call, _input, file) => Promise.resolve(file),
  }),
];

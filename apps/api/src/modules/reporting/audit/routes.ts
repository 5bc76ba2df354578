import { getIntegrity } from "@touchline/contract/platform/integrity";
import * as contract from "@touchline/contract/reporting/audit";
import type { Adapters } from "../../../call.ts";
import { on, onVisit } from "../../../http/mount.ts";
import { authorize } from "../../../security/authorize.ts";
import { operatorCalling } from "../../platform/index.ts";
import { exportAudit } from "./actions/export.ts";
import { latestCheckpoint } from "./queries/export.ts";
import { criteriaOf } from "./queries/filter.ts";
import { integrity } from "./queries/integrity.ts";
import { auditPage } from "./queries/page.ts";

const everywhere = { organizationWide: true } as const;

export const auditRoutes = (adapters: Adapters) => [
  on(contract.listAudit, async (call, { query }) => {
    authorize(call, "audit", everywhere);
    return auditPage(call, await criteriaOf(call, query), query);
  }),

  on(contract.exportAudit, (call, { body }) => exportAudit(call, body)),

  on(contract.getAuditKey, async (call) => {
    authorize(call, "audit", everywhere);
    const { keyId, publicKey } = call.adapters.vault.signing;
    return { keyId, publicKey, checkpoint: await latestCheckpoint(call) };
  }),

  onVisit(getIntegrity, async (visit) => {
    await operatorCalling(visit);
    return visit.tenancy.runShared((db) => integrity(db, adapters, visit.now));
  }),
];

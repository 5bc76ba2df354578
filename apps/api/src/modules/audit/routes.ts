import * as contract from "@touchline/contract/audit";
import { authorize } from "../../kernel/authorize.ts";
import { on } from "../../kernel/mount.ts";
import { exportAudit } from "./actions/export.ts";
import { latestCheckpoint } from "./queries/export.ts";
import { askedOf } from "./queries/filter.ts";
import { auditPage } from "./queries/page.ts";

const everywhere = { organizationWide: true } as const;

export const routes = [
  on(contract.listAudit, async (call, { query }) => {
    authorize(call, "audit", everywhere);
    return auditPage(call, await askedOf(call, query), query);
  }),

  on(contract.exportAudit, (call, { body }) => exportAudit(call, body)),

  on(contract.getAuditKey, async (call) => {
    authorize(call, "audit", everywhere);
    const { keyId, publicKey } = call.adapters.vault.signing;
    return { keyId, publicKey, checkpoint: await latestCheckpoint(call) };
  }),
];

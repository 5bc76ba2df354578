import type { BillingInformation } from "@touchline/contract/billing/organization-billing";
import { dayOf } from "@touchline/rules";
import { and, desc, eq, isNull } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { organizationFile } from "../../../../schema/accounts.ts";
import { taxExemption } from "../../../../schema/billing.ts";

type Decision = Pick<typeof taxExemption.$inferSelect, "organizationFileId" | "state" | "lastDay" | "sealedReason">;

/** A certificate's review, and whether the organization is exempt today. */
export type Exemption = {
  state: BillingInformation["taxExemption"];
  exempt: boolean;
  through: string | null;
  sealedReason: Buffer | null;
  certificateId: string | null;
};

export const reasonPlace = (call: Pick<Call, "organizationId">, certificateId: string) => ({
  tenant: call.organizationId,
  table: "tax_exemption",
  column: "sealed_reason",
  id: certificateId,
});

const decision = {
  organizationFileId: taxExemption.organizationFileId,
  state: taxExemption.state,
  lastDay: taxExemption.lastDay,
  sealedReason: taxExemption.sealedReason,
};

/**
 * Returns an organization's tax exemption. It belongs to the current certificate: while a replacement is pending, the last
 * decision stays valid until its last day; without a certificate there is no exemption.
 */
export async function exemptionOf(call: Call): Promise<Exemption> {
  const [certificate] = await call.db
    .select({ id: organizationFile.organizationFileId, decided: decision })
    .from(organizationFile)
    .leftJoin(taxExemption, onKey(taxExemption.organizationFileId, organizationFile.organizationFileId))
    .where(
      and(
        ours(organizationFile, call),
        eq(organizationFile.purpose, "TaxDocument"),
        isNull(organizationFile.removedAt),
      ),
    );
  if (!certificate) return { state: "none", exempt: false, through: null, sealedReason: null, certificateId: null };
  const { timeZone } = await organizationFacts(call);
  const today = dayOf(call.now.getTime(), timeZone);
  const { id: certificateId, decided } = certificate;
  if (decided) return { ...standing(decided, today), certificateId };
  const [before] = await call.db
    .select(decision)
    .from(taxExemption)
    .where(ours(taxExemption, call))
    .orderBy(desc(taxExemption.decidedAt))
    .limit(1);
  const { exempt, through } = before ? standing(before, today) : { exempt: false, through: null };
  return { state: "pending", exempt, through: exempt ? through : null, sealedReason: null, certificateId };
}

function standing({ state, lastDay, sealedReason }: Decision, today: string): Omit<Exemption, "certificateId"> {
  if (state === "declined") return { state: "declined", exempt: false, through: null, sealedReason };
  const isOver = lastDay !== null && lastDay < today;
  return { state: isOver ? "ended" : "exempt", exempt: !isOver, through: lastDay, sealedReason: null };
}

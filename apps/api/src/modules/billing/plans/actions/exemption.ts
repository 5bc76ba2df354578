import type { BodyOf, ResponseOf } from "@touchline/contract";
import type { decideTaxCertificate, listTaxCertificates } from "@touchline/contract/billing/tax-exemptions";
import { dayOf } from "@touchline/rules";
import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, invalid, notFound } from "../../../../errors.ts";
import type { Visit } from "../../../../http/mount.ts";
import { enqueue } from "../../../../jobs/jobs.ts";
import { organizationDirectory, organizationFile } from "../../../../schema/accounts.ts";
import { billingAccount, taxExemption } from "../../../../schema/billing.ts";
import { audit } from "../../../../security/audit.ts";
import { linkFileById } from "../../../accounts/index.ts";
import { recordBillingEvent } from "../../ledger/actions/record.ts";
import { notifyBilling } from "../../payments/actions/notify.ts";
import { updateProviderCustomer } from "../jobs.ts";
import { exemptionOf, reasonPlace } from "../queries/exemption.ts";

const perPage = 50;
const start = { at: "0001-01-01T00:00:00.000Z", id: "00000000-0000-0000-0000-000000000000" };
const place = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function placeOf(cursor: string | undefined): typeof start {
  if (cursor === undefined) return start;
  const [, at, id] = place.exec(cursor) ?? [];
  if (at === undefined || id === undefined || Number.isNaN(Date.parse(at))) {
    throw invalid("cursor", "This isn't where a page ends.");
  }
  return { at, id };
}

/** Lists pending certificates of every organization with billing information. @throws 400 */
export async function waitingCertificates(
  { tenancy }: Visit,
  cursor: string | undefined,
): Promise<ResponseOf<typeof listTaxCertificates>> {
  const after = placeOf(cursor);
  return tenancy.runShared(async (db) => {
    const { rows } = await db.execute<{ organizationId: string; certificateId: string; addedAt: Date | string }>(sql`
      SELECT organization_id AS "organizationId", organization_file_id AS "certificateId", added_at AS "addedAt"
      FROM tax_certificates_waiting(${after.at}::timestamptz, ${after.id}::uuid, ${perPage + 1})`);
    const page = rows.slice(0, perPage).map((row) => ({ ...row, addedAt: new Date(row.addedAt).toISOString() }));
    const { organizationId, name } = organizationDirectory;
    const ids = page.map((row) => row.organizationId);
    const named = await db
      .select({ organizationId, name })
      .from(organizationDirectory)
      .where(inArray(organizationId, ids));
    const names = new Map(named.map((one) => [one.organizationId, one.name]));
    const last = page.at(-1);
    return {
      data: page.map((row) => ({ ...row, organizationName: names.get(row.organizationId) ?? "" })),
      next: last && rows.length > perPage ? `${last.addedAt}_${last.certificateId}` : null,
    };
  });
}

type Operating = { visit: Visit; operator: string; organizationId: string; certificateId: string };

/** Runs in the organization that an operator names. @throws NotFound */
async function inOrganization<Result>({ visit, organizationId: id }: Operating, work: (call: Call) => Promise<Result>) {
  const { tenancy, now, adapters } = visit;
  const [known] = await tenancy.runShared((db) =>
    db
      .select({ id: organizationDirectory.organizationId })
      .from(organizationDirectory)
      .where(eq(organizationDirectory.organizationId, id)),
  );
  if (!known) throw notFound("organization");
  const organizationId = tenancy.found(id);
  return tenancy.run(organizationId, (db) =>
    work({ actor: { kind: "system", name: "platform" }, organizationId, db, now, adapters }),
  );
}

/** Locks the certificate, so that it isn't replaced meanwhile. @throws NotFound, also for any other file */
async function heldCertificate(call: Call, certificateId: string): Promise<void> {
  const [held] = await call.db
    .select({ id: organizationFile.organizationFileId })
    .from(organizationFile)
    .where(
      and(
        ours(organizationFile, call),
        eq(organizationFile.organizationFileId, certificateId),
        eq(organizationFile.purpose, "TaxDocument"),
        isNull(organizationFile.removedAt),
      ),
    )
    .for("update");
  if (!held) throw notFound("file");
}

/** Creates an address at which an operator opens a certificate once. @throws NotFound, Conflict (not scanned yet, harmful) */
export const linkCertificate = (operating: Operating): Promise<{ url: string }> =>
  inOrganization(operating, async (call) => {
    const { operator, certificateId } = operating;
    await heldCertificate(call, certificateId);
    return linkFileById(call, certificateId, { purpose: "TaxDocument", operator });
  });

/** Accepts a certificate or declines it, once. @throws NotFound; Conflict; 400 for a last day in the past */
export const decideCertificate = (operating: Operating, body: BodyOf<typeof decideTaxCertificate>): Promise<void> =>
  inOrganization(operating, async (call) => {
    const { operator, certificateId } = operating;
    const { timeZone, wrappedKey } = await organizationFacts(call);
    await heldCertificate(call, certificateId);
    const lastDay = body.outcome === "accepted" ? body.lastDay : null;
    if (lastDay !== null && lastDay < dayOf(call.now.getTime(), timeZone)) {
      throw invalid("lastDay", "This date is in the past. Decline a certificate that is no longer valid.");
    }
    const sealedReason =
      body.outcome === "declined"
        ? call.adapters.vault.seal(wrappedKey, reasonPlace(call, certificateId), body.reason)
        : null;
    const rows = await call.db
      .insert(taxExemption)
      .values({
        ...{ organizationId: call.organizationId, organizationFileId: certificateId, state: body.outcome, lastDay },
        ...{ sealedReason, decidedBy: operator, decidedAt: call.now },
      })
      .onConflictDoNothing()
      .returning({ id: taxExemption.organizationFileId });
    if (rows.length === 0)
      throw conflict("Somebody has decided on this certificate already. Reload the page.", "certificateDecided");
    await recordBillingEvent(call, {
      ...{ subjectId: certificateId, event: "taxCertificate", from: "waiting", to: body.outcome },
    });
    const facts = { operator, file: certificateId, outcome: body.outcome, lastDay };
    await audit(call, [{ action: "organization.taxCertificateDecided", subjectId: call.organizationId, facts }]);
    await followExemption(call);
    const problem = body.outcome === "accepted" ? "exemptionAccepted" : "exemptionDeclined";
    await notifyBilling(call, { problem, path: "/account/billing", key: certificateId });
  });

/** Records whether tax is charged, if that has changed, and has the card provider told. */
export async function followExemption(call: Call): Promise<void> {
  const { exempt, state, certificateId } = await exemptionOf(call);
  const [changed] = await call.db
    .update(billingAccount)
    .set({ taxExempt: exempt, updatedAt: call.now })
    .where(and(ours(billingAccount, call), ne(billingAccount.taxExempt, exempt)))
    .returning({ customerId: billingAccount.customerId });
  if (!changed) return;
  await recordBillingEvent(call, {
    ...{ subjectId: call.organizationId, event: "taxExemption", to: exempt ? "exempt" : "taxed" },
  });
  if (changed.customerId !== null) await enqueue(call, updateProviderCustomer, {}, { singletonKey: "customer" });
  if (state === "ended" && certificateId !== null) {
    await notifyBilling(call, { problem: "exemptionEnded", path: "/account/billing", key: certificateId });
  }
}

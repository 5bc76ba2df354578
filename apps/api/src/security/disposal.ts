import type { DisposalKind, RetentionSetting, retentionUnits } from "@touchline/contract/reporting/retention";
import type { Call } from "../call.ts";
import { newId } from "../database/ids.ts";
import { disposalCertificate } from "../schema/reporting.ts";
import { audit } from "./audit.ts";

export type Disposal = {
  readonly kind: DisposalKind;
  readonly setting: RetentionSetting;
  readonly value: number;
  readonly unit: (typeof retentionUnits)[number];
  /** When the retention period of each item began. */
  readonly began: readonly Date[];
};

/**
 * Certifies what was disposed of, in the transaction that does it: the certificate exists if, and only if, the contents are gone. It holds
 * numbers and dates only.
 */
export async function certifyDisposal(call: Call, { kind, setting, value, unit, began }: Disposal): Promise<void> {
  if (began.length === 0) return;
  const times = began.map((at) => at.getTime());
  const disposalCertificateId = newId();
  await call.db.insert(disposalCertificate).values({
    ...{ organizationId: call.organizationId, disposalCertificateId, kind, items: began.length },
    ...{ fromAt: new Date(Math.min(...times)), toAt: new Date(Math.max(...times)) },
    ...{ setting, settingValue: value, settingUnit: unit, disposedAt: call.now },
  });
  await audit(call, [
    {
      ...{ action: "retention.disposed", subjectId: disposalCertificateId },
      facts: { kind, items: began.length, setting, value },
    },
  ]);
}

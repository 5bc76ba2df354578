import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { organization } from "../../../../schema/accounts.ts";
import { incident, incidentDocument, incidentEvent } from "../../../../schema/incidents.ts";
import { certifyDisposal } from "../../../../security/disposal.ts";
import { destroyStored } from "../../../files/index.ts";
import { notHeld } from "../queries/handling.ts";

const atOnce = 200;

/**
 * Disposes of closed incidents whose retention period is over: descriptions and changes are removed, documents are destroyed with their
 * keys, and nobody finds the incident anymore. A legal hold on the person stops it.
 *
 * @returns whether there may be more.
 */
export async function disposeIncidents(call: Call): Promise<boolean> {
  const [own] = await call.db
    .select({ years: organization.incidentYears })
    .from(organization)
    .where(ours(organization, call));
  if (!own) return false;
  const { years } = own;
  const due = await call.db
    .select({ incidentId: incident.incidentId, closedAt: incident.closedAt })
    .from(incident)
    .where(
      and(
        ours(incident, call),
        eq(incident.state, "Closed"),
        isNull(incident.disposedAt),
        sql`${incident.closedAt} + make_interval(years => ${years}::int) <= ${call.now.toISOString()}::timestamptz`,
        notHeld(call, incident.profileId),
      ),
    )
    .orderBy(asc(incident.closedAt), asc(incident.incidentId))
    .limit(atOnce)
    .for("no key update", { of: incident, skipLocked: true });
  if (due.length === 0) return false;
  const ids = due.map(({ incidentId }) => incidentId);
  const files = await call.db
    .select({ fileId: incidentDocument.fileId })
    .from(incidentDocument)
    .where(and(ours(incidentDocument, call), inArray(incidentDocument.incidentId, ids)));
  await destroyStored(
    call,
    files.map(({ fileId }) => fileId),
  );
  await call.db
    .update(incident)
    .set({ sealedDescription: null, disposedAt: call.now })
    .where(and(ours(incident, call), inArray(incident.incidentId, ids)));
  await call.db
    .update(incidentEvent)
    .set({ sealedChange: null })
    .where(and(ours(incidentEvent, call), inArray(incidentEvent.incidentId, ids)));
  await certifyDisposal(call, {
    ...{ kind: "incidents", setting: "incidentYears", value: years, unit: "years" },
    began: due.flatMap(({ closedAt }) => closedAt ?? []),
  });
  return due.length === atOnce;
}

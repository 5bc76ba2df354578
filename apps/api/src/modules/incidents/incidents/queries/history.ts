import { aliasedTable, and, desc, eq, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { incidentEvent } from "../../../../schema/incidents.ts";
import { profile } from "../../../../schema/people.ts";
import { type IncidentRow, incidentChangePlace } from "./incidents.ts";

/** What changed of an incident: field, before, after. */
export type IncidentChange = { field: string; before: string; after: string };

const mostChanges = 200;

/** What became of an incident, the latest first; at most 200. */
export async function incidentHistory(call: Call, { incident: { incidentId }, wrappedKey }: IncidentRow) {
  const actor = aliasedTable(profile, "actor");
  const rows = await call.db
    .select({
      id: incidentEvent.incidentEventId,
      at: incidentEvent.at,
      sealed: incidentEvent.sealedChange,
      actorName: sql<string>`${actor.firstName} || ' ' || ${actor.lastName}`,
    })
    .from(incidentEvent)
    .innerJoin(actor, onKey(actor.profileId, incidentEvent.actorProfileId))
    .where(and(ours(incidentEvent, call), eq(incidentEvent.incidentId, incidentId)))
    .orderBy(desc(incidentEvent.at), desc(incidentEvent.incidentEventId))
    .limit(mostChanges);
  return rows.map(({ id, at, sealed, actorName }) => ({
    incidentEventId: id,
    at: at.toISOString(),
    actorName,
    changes:
      sealed === null
        ? []
        : (JSON.parse(call.adapters.vault.open(wrappedKey, incidentChangePlace(call, id), sealed)) as IncidentChange[]),
  }));
}

import type { BodyOf, ResponseOf } from "@touchline/contract";
import { type changeIncident as endpoint, mostDocuments } from "@touchline/contract/incidents/incidents";
import { and, eq } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, invalid } from "../../../../errors.ts";
import type { UploadedFile } from "../../../../http/mount.ts";
import { incident, incidentEvent } from "../../../../schema/incidents.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize, relationTo } from "../../../../security/authorize.ts";
import { withLocks } from "../../../people/index.ts";
import type { IncidentChange } from "../queries/history.ts";
import {
  actingPerson,
  descriptionPlace,
  incidentChangePlace,
  incidentSeen,
  shownIncidents,
} from "../queries/incidents.ts";
import { keepDocuments, mustHaveCome } from "./report.ts";

/**
 * Works on an incident: corrects it, says when an authority was told, closes it or opens it again, adds files. What was
 * before is kept.
 *
 * @throws NotFound, Forbidden (who only reported it), Conflict (somebody else changed it), 400, 415.
 */
export async function changeIncident(
  unlocked: Call,
  incidentId: string,
  input: BodyOf<typeof endpoint> & { uploads: readonly UploadedFile[] },
): Promise<ResponseOf<typeof endpoint>> {
  const call = await withLocks(unlocked, { also: (within) => lockIncident(within, incidentId) });
  const row = await incidentSeen(call, incidentId);
  const { incident: before, wrappedKey, levelPre } = row;
  authorize(call, "incidents.manage", { ...relationTo(call, before.profileId), levelPre });
  mustHaveCome(call, "happenedAt", input.happenedAt);
  if (input.authorityToldAt) mustHaveCome(call, "authorityToldAt", input.authorityToldAt);
  const [was] = await shownIncidents(call, [row]);
  if ((was?.documents.length ?? 0) + input.uploads.length > mostDocuments) {
    throw invalid("file", `An incident can have at most ${mostDocuments} files.`);
  }
  const { vault } = call.adapters;
  const closedAt = input.state !== "Closed" ? null : (before.closedAt ?? call.now);
  const changed = await call.db
    .update(incident)
    .set({
      kind: input.kind,
      state: input.state,
      happenedAt: new Date(input.happenedAt),
      authorityToldAt: input.authorityToldAt ? new Date(input.authorityToldAt) : null,
      closedAt,
      sealedDescription: vault.seal(wrappedKey, descriptionPlace(call, incidentId), input.description),
      version: input.version + 1,
    })
    .where(and(ours(incident, call), eq(incident.incidentId, incidentId), eq(incident.version, input.version)))
    .returning({ version: incident.version });
  if (changed.length === 0) throw conflict("Someone else changed this incident. Reload the page.", "concurrentChange");
  const added = await keepDocuments(call, incidentId, input.uploads);
  const [is] = await shownIncidents(call, [await incidentSeen(call, incidentId)]);
  if (!was || !is) throw conflict("Someone else changed this incident. Reload the page.", "concurrentChange");
  const changes = differences(was, is);
  const incidentEventId = newId();
  await call.db.insert(incidentEvent).values({
    organizationId: call.organizationId,
    incidentEventId,
    incidentId,
    actorProfileId: actingPerson(call),
    sealedChange: vault.seal(wrappedKey, incidentChangePlace(call, incidentEventId), JSON.stringify(changes)),
    at: call.now,
  });
  await audit(call, [
    {
      action: "incident.changed",
      subjectId: incidentId,
      profileId: before.profileId,
      levelId: before.levelId,
      facts: { fields: changes.map((one) => one.field), documents: added },
    },
  ]);
  return is;
}

/** When two change it at once, the second is judged, and told, once the first is through. */
export const lockIncident = (call: Call, incidentId: string) =>
  call.db
    .select({ id: incident.incidentId })
    .from(incident)
    .where(and(ours(incident, call), eq(incident.incidentId, incidentId)))
    .for("no key update");

const recordedFields = ["kind", "state", "happenedAt", "authorityToldAt", "description"] as const;

type Shown = ResponseOf<typeof endpoint>;

function differences(was: Shown, is: Shown): IncidentChange[] {
  const before = new Set(was.documents.map((one) => one.docId));
  return [
    ...recordedFields
      .filter((field) => was[field] !== is[field])
      .map((field) => ({ field, before: was[field] ?? "", after: is[field] ?? "" })),
    ...is.documents
      .filter((one) => !before.has(one.docId))
      .map((one) => ({ field: "document", before: "", after: one.name })),
  ];
}

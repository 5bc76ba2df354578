import type { BodyOf, ResponseOf } from "@touchline/contract";
import { acceptedFileExtensions } from "@touchline/contract";
import type { reportIncident as endpoint } from "@touchline/contract/incidents/incidents";
import { reportDueAt } from "@touchline/rules";
import { type Call, organizationFacts } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { invalid } from "../../../../errors.ts";
import type { UploadedFile } from "../../../../http/mount.ts";
import { incident, incidentDocument } from "../../../../schema/incidents.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize } from "../../../../security/authorize.ts";
import { keepUploads, sealFiles } from "../../../files/index.ts";
import { memberTarget, withLocks } from "../../../people/index.ts";
import { actingPerson, descriptionPlace, incidentSeen, shownIncidents } from "../queries/incidents.ts";

/**
 * Reports an incident against a membership; the clock runs from now on.
 *
 * @throws NotFound, Forbidden (also about oneself), 400 (a time that has not come), 415 (files).
 */
export async function reportIncident(
  unlocked: Call,
  input: BodyOf<typeof endpoint> & { uploads: readonly UploadedFile[] },
): Promise<ResponseOf<typeof endpoint>> {
  const call = await withLocks(unlocked, { peopleOf: [input.profileLevelAccessId] });
  const target = await memberTarget(call, input.profileLevelAccessId);
  authorize(call, "incidents.report", target);
  mustHaveCome(call, "happenedAt", input.happenedAt);
  const { wrappedKey } = await organizationFacts(call);
  const incidentId = newId();
  const { vault } = call.adapters;
  await call.db.insert(incident).values({
    organizationId: call.organizationId,
    incidentId,
    profileId: target.profileId,
    profileLevelAccessId: target.profileLevelAccessId,
    levelId: target.levelId,
    kind: input.kind,
    state: "Open",
    happenedAt: new Date(input.happenedAt),
    reportedBy: actingPerson(call),
    reportedAt: call.now,
    dueAt: new Date(reportDueAt(call.now.getTime())),
    sealedDescription: vault.seal(wrappedKey, descriptionPlace(call, incidentId), input.description),
  });
  await keepDocuments(call, incidentId, input.uploads);
  await audit(call, [
    {
      action: "incident.reported",
      subjectId: incidentId,
      profileId: target.profileId,
      levelId: target.levelId,
      facts: { kind: input.kind, documents: input.uploads.length },
    },
  ]);
  const [created] = await shownIncidents(call, [await incidentSeen(call, incidentId)]);
  return created as NonNullable<typeof created>;
}

/** Adds files to an incident, if any came, and has each sealed with a key of its own. */
export async function keepDocuments(call: Call, incidentId: string, uploads: readonly UploadedFile[]): Promise<number> {
  if (uploads.length === 0) return 0;
  const fileIds = await keepUploads(call, uploads, acceptedFileExtensions);
  await call.db
    .insert(incidentDocument)
    .values(fileIds.map((fileId) => ({ organizationId: call.organizationId, incidentId, fileId })));
  await sealFiles(call, fileIds);
  return fileIds.length;
}

/** @throws 400 for a time that lies in the future; clocks of phones may be some minutes ahead. */
export function mustHaveCome(call: Call, field: string, at: string): void {
  const tolerance = 5 * 60_000;
  if (Date.parse(at) > call.now.getTime() + tolerance) {
    throw invalid(field, "This time is in the future. Enter when it happened.");
  }
}

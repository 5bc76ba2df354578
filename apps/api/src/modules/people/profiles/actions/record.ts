import { actingAs, actingProfile, type Call, organizationFacts } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { type ProfileEventKind, profileEvent } from "../../../../schema/people.ts";
import { audit } from "../../../../security/audit.ts";
import { changePlace } from "../queries/people.ts";

/** Writes into a person's history what became of what. */
export async function recordChange(
  call: Call,
  person: { profileId: string; wrappedKey: Buffer },
  kind: ProfileEventKind,
  change: { before: unknown; after: unknown } | null,
): Promise<void> {
  const profileEventId = newId();
  const { profileId } = person;
  const { vault } = call.adapters;
  await call.db.insert(profileEvent).values({
    organizationId: call.organizationId,
    profileEventId,
    profileId,
    kind,
    actorProfileId: actingProfile(call),
    actingAs: actingAs(call),
    sealedChange: change && vault.seal(person.wrappedKey, changePlace(call, profileEventId), JSON.stringify(change)),
    at: call.now,
  });
  // What became of what is in the history itself, sealed.
  await audit(call, [{ action: "person.changed", subjectId: profileId, profileId, facts: { what: kind } }]);
}

/** Records a change of oneself where the organization's key is not at hand. */
export async function recordOwnChange(
  call: Call,
  profileId: string,
  kind: ProfileEventKind,
  change: { before: unknown; after: unknown },
): Promise<void> {
  const { wrappedKey } = await organizationFacts(call);
  await recordChange(call, { profileId, wrappedKey }, kind, change);
}

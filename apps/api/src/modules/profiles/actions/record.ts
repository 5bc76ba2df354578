import { audit } from "../../../kernel/audit.ts";
import { actingAs, actingProfile, type Call } from "../../../kernel/call.ts";
import { notFound } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { ours } from "../../../kernel/tenancy.ts";
import { organization } from "../../organizations/tables.ts";
import { changePlace } from "../queries.ts";
import { type ProfileEventKind, profileEvent } from "../tables.ts";

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
  const [own] = await call.db
    .select({ wrappedKey: organization.wrappedKey })
    .from(organization)
    .where(ours(organization, call));
  if (!own) throw notFound("The organization");
  await recordChange(call, { profileId, wrappedKey: own.wrappedKey }, kind, change);
}

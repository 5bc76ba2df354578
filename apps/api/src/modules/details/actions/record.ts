import { actingAs, actingProfile, type Call } from "../../../kernel/call.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Person } from "../queries/person.ts";
import { type ProfileEventKind, profileDetail, profileEvent } from "../tables.ts";

/** What a change is bound to. */
export const changePlace = (call: Pick<Call, "organizationId">, profileEventId: string) => ({
  tenant: call.organizationId,
  table: "profile_event",
  column: "change",
  id: profileEventId,
});

/** Writes into a person's history what became of what. */
export async function recordChange(
  call: Call,
  person: Pick<Person, "profileId" | "wrappedKey">,
  kind: ProfileEventKind,
  change: { before: unknown; after: unknown } | null,
): Promise<void> {
  const profileEventId = newId();
  const { vault } = call.adapters;
  await call.db.insert(profileEvent).values({
    organizationId: call.organizationId,
    profileEventId,
    profileId: person.profileId,
    kind,
    actorProfileId: actingProfile(call),
    actingAs: actingAs(call),
    sealedChange: change && vault.seal(person.wrappedKey, changePlace(call, profileEventId), JSON.stringify(change)),
    at: call.now,
  });
}

type Written = Partial<Omit<typeof profileDetail.$inferInsert, "organizationId" | "profileId" | "updatedAt">>;

/** Writes columns of a person's details, whether there are any yet or not. The person is locked. */
export async function writeDetail(call: Call, profileId: string, values: Written): Promise<void> {
  const { organizationId, now: updatedAt } = call;
  await call.db
    .insert(profileDetail)
    .values({ contactInformationId: newId(), ...values, organizationId, profileId, updatedAt })
    .onConflictDoUpdate({
      target: [profileDetail.organizationId, profileDetail.profileId],
      set: { ...values, updatedAt },
    });
}

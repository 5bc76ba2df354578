import type { BodyOf } from "@touchline/contract";
import type { OrganizationDraft, saveOrganizationDraft } from "@touchline/contract/setup/organization-creation";
import { and, eq } from "drizzle-orm";
import type { Adapters } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { conflict } from "../../../../errors.ts";
import type { Visit } from "../../../../http/mount.ts";
import { organizationDraft } from "../../../../schema/setup.ts";
import { draftPlace, shownDraft } from "../queries.ts";

/**
 * Keeps what an operator has typed so far. Two devices do not write over each other: who saves names the revision they saw.
 * Role requirements that are saved are the organization's own from then on, no longer a suggestion.
 *
 * @throws Conflict when another device saved meanwhile.
 */
export async function saveDraft(
  { tenancy, now }: Visit,
  { vault }: Adapters,
  appUserId: string,
  { revision, step, content }: BodyOf<typeof saveOrganizationDraft>,
): Promise<OrganizationDraft> {
  const own = {
    ...content,
    roleRequirements: content.roleRequirements?.map((row) => ({ ...row, isDefault: false })) ?? null,
  };
  const written = {
    revision: revision + 1,
    step,
    sealedContent: vault.sealShared(draftPlace(appUserId), JSON.stringify(own)),
    updatedAt: now,
  };
  const [saved] = await tenancy.runShared((db) =>
    revision === 0
      ? db
          .insert(organizationDraft)
          .values({ appUserId, organizationId: newId(), ...written })
          .onConflictDoNothing()
          .returning()
      : db
          .update(organizationDraft)
          .set(written)
          .where(and(eq(organizationDraft.appUserId, appUserId), eq(organizationDraft.revision, revision)))
          .returning(),
  );
  if (saved) return shownDraft(saved, vault);
  throw conflict("This was changed on another device. Review the current version.", "newerDraft");
}

/** Starts over. */
export async function discardDraft({ tenancy }: Visit, appUserId: string): Promise<void> {
  await tenancy.runShared((db) => db.delete(organizationDraft).where(eq(organizationDraft.appUserId, appUserId)));
}

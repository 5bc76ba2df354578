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
 * Saves an operator's draft. The call names the revision that was read, so that two devices don't overwrite each other. Saved
 * role requirements replace the suggested ones.
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

/** Deletes the draft. */
export async function discardDraft({ tenancy }: Visit, appUserId: string): Promise<void> {
  await tenancy.runShared((db) => db.delete(organizationDraft).where(eq(organizationDraft.appUserId, appUserId)));
}

import { issueText } from "@touchline/contract/issue-text";
import { contentSettings } from "@touchline/contract/library/content-settings";
import { settingsFacts } from "@touchline/rules/library/content-words";
import { type LibraryItem, takenUpdate, updateFields } from "@touchline/rules/library/library-update";
import { and, asc, desc, eq, isNull, lte, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, invalid, notFound } from "../../../../errors.ts";
import { content } from "../../../../schema/library.ts";
import { platformContent, platformContentVersion } from "../../../../schema/platform.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize, authorizeSomewhere } from "../../../../security/authorize.ts";
import { levelById, withLocks } from "../../../people/index.ts";
import { mostItems, newestVersionJoin } from "../../../platform/index.ts";
import { contentOrArchived } from "../queries/content-by-id.ts";
import { latestVersion } from "../queries/versions.ts";
import { insertContent } from "./create.ts";
import { permit } from "./permitted.ts";
import { addVersion } from "./save-settings.ts";

/** The platform's library belongs to no tenant, so requests to it name the calling organization. */
const isPermitted = (call: Call) =>
  sql`EXISTS (SELECT FROM organization WHERE organization.organization_id = ${call.organizationId})`;

/** Lists the items that can be copied, by name, with existing copies. @throws Forbidden */
export async function offered(call: Call) {
  authorizeSomewhere(call, "content.fromPlatform");
  const rows = await call.db
    .select({ item: platformContent, newest: platformContentVersion })
    .from(platformContent)
    .innerJoin(platformContentVersion, newestVersionJoin)
    .where(and(isNull(platformContent.retiredAt), isPermitted(call)))
    .orderBy(asc(platformContentVersion.name), asc(platformContent.platformContentId))
    .limit(mostItems);
  const copies = await call.db
    .select({ contentId: content.contentId, name: content.name, from: content.copiedFrom })
    .from(content)
    .where(and(ours(content, call), isNull(content.archivedAt), sql`${content.copiedFrom} IS NOT NULL`))
    .orderBy(asc(content.name))
    .limit(mostItems);
  return rows.map(({ item: { platformContentId, type, version }, newest: { name, description } }) => ({
    ...{ platformContentId, type, version, name, description },
    copies: copies.filter((one) => one.from === platformContentId).map(({ from: _, ...one }) => one),
  }));
}

/** Describes one item in words. @throws NotFound, Forbidden */
export async function lookAtOffered(call: Call, platformContentId: string) {
  authorizeSomewhere(call, "content.fromPlatform");
  const { type, version, name, description, settings } = await offeredItem(call, platformContentId);
  return { platformContentId, type, version, name, description, facts: settingsFacts(settings) };
}

/** Returns the newest version of an offered item. @throws NotFound */
async function offeredItem(call: Call, platformContentId: string) {
  const [row] = await call.db
    .select({ item: platformContent, newest: platformContentVersion })
    .from(platformContent)
    .innerJoin(platformContentVersion, newestVersionJoin)
    .where(
      and(
        eq(platformContent.platformContentId, platformContentId),
        isNull(platformContent.retiredAt),
        isPermitted(call),
      ),
    );
  if (!row) throw notFound("template");
  return { ...row.newest, type: row.item.type };
}

/** Copies an item into the library of a level; the copy belongs to the organization. @throws NotFound, Forbidden */
export async function copyOffered(
  unlocked: Call,
  { platformContentId, levelId }: { platformContentId: string; levelId: string },
): Promise<{ contentId: string }> {
  const call = await withLocks(unlocked);
  const at = await levelById(call, levelId);
  authorize(call, "content.fromPlatform", { levelPre: at.pre });
  const { type, name, description, settings, version } = await offeredItem(call, platformContentId);
  const contentId = await insertContent(call, { type, name, description, levelId });
  await remember(call, contentId, { copiedFrom: platformContentId, copiedVersion: version });
  await addVersion(call, { contentId, currentVersionId: null }, { settings, version: 1, platformVersion: version });
  await audit(call, [
    { action: "content.copied", subjectId: contentId, levelId, facts: { platformContentId, version } },
  ]);
  return { contentId };
}

const remember = (call: Call, contentId: string, change: Partial<typeof content.$inferInsert>) =>
  call.db
    .update(content)
    .set(change)
    .where(and(ours(content, call), eq(content.contentId, contentId)));

/**
 * Lists the differences between a copy and the newest version in the platform's library.
 *
 * @throws NotFound, Forbidden, Conflict
 */
export async function updateOf(call: Call, contentId: string) {
  const { row, latest, base, here, there, newer } = await compared(call, contentId);
  return {
    from: row.origin.version,
    to: there.version,
    ownVersion: latest.number,
    summaries: newer.map(({ version, summary, publishedAt }) => ({
      ...{ version, summary },
      publishedAt: publishedAt.toISOString(),
    })),
    fields: updateFields(base, here, there),
  };
}

async function compared(call: Call, contentId: string) {
  const row = await contentOrArchived(call, contentId);
  await permit(call, row, "takeUpdate");
  const latest = await latestVersion(call, contentId);
  const { origin } = row;
  if (!latest || !origin) throw conflict("This requirement isn't a copy of a template.", "noUpdate");
  const ofOrigin = eq(platformContentVersion.platformContentId, origin.platformContentId);
  const versions = await call.db
    .select()
    .from(platformContentVersion)
    .where(and(ofOrigin, lte(platformContentVersion.version, origin.newest), isPermitted(call)))
    .orderBy(desc(platformContentVersion.version))
    .limit(mostItems);
  const base = versions.find((one) => one.version === origin.version);
  const [there] = versions;
  if (!base || !there) throw notFound("copiedVersion");
  const here: LibraryItem = { name: row.name, description: row.description, settings: latest.settings };
  const newer = versions.filter((one) => one.version > origin.version);
  return { row: { ...row, origin }, latest, base, here, there, newer };
}

/**
 * Updates a copy to the newest version of the platform's library, as a new version of its own. For each field that was changed
 * here the caller decides whether to keep the change; other fields that they didn't see aren't touched.
 *
 * @throws NotFound, Forbidden; Conflict if either side has changed meanwhile, or a field that was changed here was not named.
 */
export async function takeUpdate(
  unlocked: Call,
  input: { contentId: string; version: number; ownVersion: number; keep: readonly string[]; giveUp: readonly string[] },
): Promise<{ version: number }> {
  const call = await withLocks(unlocked);
  const { contentId } = input;
  const { row, latest, base, here, there } = await compared(call, contentId);
  if (there.version !== input.version || latest.number !== input.ownVersion) {
    throw conflict("Something changed. Review the differences again.", "concurrentChange");
  }
  const fields = updateFields(base, here, there);
  const spoken = new Set([...input.keep, ...input.giveUp]);
  const silent = fields.filter((one) => one.changedHere && !spoken.has(one.field));
  if (silent.length > 0) {
    const names = silent.map((one) => one.label).join(", ");
    throw conflict(`You changed these fields: ${names}. Choose whether to keep each change.`, "localChanges");
  }
  const { name, description, settings } = takenUpdate(here, there, new Set(input.keep));
  const checked = contentSettings.safeParse(settings, { error: issueText });
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw invalid("keep", `${issue?.message ?? "These choices don't work together. Choose differently."}`);
  }
  const moved = await call.db
    .update(content)
    .set({ name, description, copiedVersion: there.version })
    .where(and(ours(content, call), eq(content.contentId, contentId), eq(content.copiedVersion, row.origin.version)))
    .returning({ id: content.contentId });
  if (moved.length === 0)
    throw conflict("Someone else updated this at the same time. Reload the page.", "concurrentChange");
  const version = latest.number + 1;
  const platformVersion = there.version;
  await addVersion(call, row, { settings: checked.data, version, platformVersion });
  await audit(call, [
    { action: "content.updateTaken", subjectId: contentId, facts: { version, platformVersion, kept: input.keep } },
  ]);
  return { version };
}

import { changesInWords, settingsFacts } from "@touchline/rules/library/content-words";
import { and, count, desc, eq, lt } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { contentVersion } from "../../../../schema/library.ts";
import { profile } from "../../../../schema/people.ts";

/** Lists the versions of a content, newest first, each with the changes since the previous one. The caller authorizes. */
export async function versionsOf(call: Call, contentId: string, { page, perPage }: { page: number; perPage: number }) {
  const mine = and(ours(contentVersion, call), eq(contentVersion.contentId, contentId));
  const [counted] = await call.db.select({ all: count() }).from(contentVersion).where(mine);
  const totalRecords = counted?.all ?? 0;
  const rows = await call.db
    .select({ row: contentVersion, firstName: profile.firstName, lastName: profile.lastName })
    .from(contentVersion)
    .leftJoin(profile, onKey(profile.profileId, contentVersion.createdBy))
    .where(and(mine, lt(contentVersion.number, totalRecords - (page - 1) * perPage + 1)))
    .orderBy(desc(contentVersion.number))
    .limit(perPage + 1);
  const data = rows.slice(0, perPage).map(({ row, firstName, lastName }, at) => {
    const { number, settings, createdBy, createdAt, platformVersion } = row;
    const before = rows[at + 1]?.row.settings;
    return {
      version: number,
      createdAt: createdAt.toISOString(),
      by: firstName === null ? null : { profileId: createdBy, name: `${firstName} ${lastName}` },
      platformVersion,
      redoBy: settings.redoBy,
      changes: before ? changesInWords({ ...before, redoBy: null }, { ...settings, redoBy: null }) : [],
    };
  });
  return { data, pagination: { page, perPage, totalRecords } };
}

/** Returns one version of a content. The caller authorizes. @throws NotFound */
export async function versionOf(call: Call, contentId: string, number: number) {
  const [row] = await call.db
    .select()
    .from(contentVersion)
    .where(and(ours(contentVersion, call), eq(contentVersion.contentId, contentId), eq(contentVersion.number, number)));
  if (!row) throw notFound("version");
  const { settings, createdAt } = row;
  return { version: number, createdAt: createdAt.toISOString(), settings, facts: settingsFacts(settings) };
}

/** Returns the latest version's number and settings; null before the first. */
export async function latestVersion(call: Call, contentId: string) {
  const [row] = await call.db
    .select({ number: contentVersion.number, settings: contentVersion.settings })
    .from(contentVersion)
    .where(and(ours(contentVersion, call), eq(contentVersion.contentId, contentId)))
    .orderBy(desc(contentVersion.number))
    .limit(1);
  return row ?? null;
}

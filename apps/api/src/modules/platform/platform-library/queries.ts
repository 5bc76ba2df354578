import { and, asc, desc, eq } from "drizzle-orm";
import type { SharedDb } from "../../../database/tenancy.ts";
import { notFound } from "../../../errors.ts";
import { platformContent, platformContentVersion } from "../../../schema/platform.ts";

/** More are never shown at once. */
export const mostItems = 1_000;
const mostVersions = 200;

/** Joins an item with its newest version. */
export const newestVersionJoin = and(
  eq(platformContentVersion.platformContentId, platformContent.platformContentId),
  eq(platformContentVersion.version, platformContent.version),
);

/** Everything in the platform's library by name, what is retired last. */
export async function platformItems(db: SharedDb) {
  const rows = await db
    .select({ item: platformContent, newest: platformContentVersion })
    .from(platformContent)
    .innerJoin(platformContentVersion, newestVersionJoin)
    .orderBy(asc(platformContentVersion.name), asc(platformContent.platformContentId))
    .limit(mostItems);
  return rows
    .map(({ item: { platformContentId, type, version, retiredAt }, newest: { name, description, publishedAt } }) => ({
      ...{ platformContentId, type, version, name, description },
      publishedAt: publishedAt.toISOString(),
      retiredAt: retiredAt?.toISOString() ?? null,
    }))
    .sort((a, b) => Number(a.retiredAt !== null) - Number(b.retiredAt !== null));
}

/** One item with its versions, the newest first. @throws NotFound */
export async function platformItem(db: SharedDb, platformContentId: string) {
  const [item] = await db
    .select()
    .from(platformContent)
    .where(eq(platformContent.platformContentId, platformContentId));
  if (!item) throw notFound("template");
  const versions = await db
    .select()
    .from(platformContentVersion)
    .where(eq(platformContentVersion.platformContentId, platformContentId))
    .orderBy(desc(platformContentVersion.version))
    .limit(mostVersions);
  return {
    platformContentId,
    type: item.type,
    retiredAt: item.retiredAt?.toISOString() ?? null,
    versions: versions.map(({ version, name, description, settings, summary, publishedAt }) => ({
      ...{ version, name, description, settings, summary },
      publishedAt: publishedAt.toISOString(),
    })),
  };
}

import type { ResponseOf } from "@touchline/contract";
import type { getRegistry, listRegistries } from "@touchline/contract/screening/registry";
import { asc, desc, eq, sql } from "drizzle-orm";
import type { SharedDb } from "../../../database/tenancy.ts";
import { notFound } from "../../../errors.ts";
import { registry, registryVersion } from "../../../schema/screening.ts";

/** More are never shown at once. */
const mostRegistries = 200;
const mostVersions = 50;

const shownVersion = ({
  registryVersionId,
  asOf,
  fileName,
  entries,
  refused,
  loadedAt,
  state,
  loadedEntries,
}: typeof registryVersion.$inferSelect) => ({
  versionId: registryVersionId,
  ...{ asOf, fileName, entries, refused },
  loadedAt: loadedAt.toISOString(),
  state,
  loaded: loadedEntries,
});

/** Every registry by name, with the version that is searched. */
export async function allRegistries(db: SharedDb): Promise<ResponseOf<typeof listRegistries>> {
  const rows = await db
    .select({ one: registry, current: registryVersion })
    .from(registry)
    .leftJoin(registryVersion, eq(registryVersion.registryVersionId, registry.currentVersionId))
    .orderBy(asc(sql`lower(${registry.name})`))
    .limit(mostRegistries);
  return rows.map(({ one: { registryId, name, searchUrl }, current }) => ({
    ...{ registryId, name, searchUrl },
    current: current && shownVersion(current),
  }));
}

/** One registry with its latest versions, the newest first. @throws NotFound */
export async function oneRegistry(db: SharedDb, registryId: string): Promise<ResponseOf<typeof getRegistry>> {
  const [one] = await db.select().from(registry).where(eq(registry.registryId, registryId));
  if (!one) throw notFound("registry");
  const versions = await db
    .select()
    .from(registryVersion)
    .where(eq(registryVersion.registryId, registryId))
    .orderBy(desc(registryVersion.loadedAt), desc(registryVersion.registryVersionId))
    .limit(mostVersions);
  const { name, searchUrl, currentVersionId } = one;
  return { ...{ registryId, name, searchUrl, currentVersionId }, versions: versions.map(shownVersion) };
}

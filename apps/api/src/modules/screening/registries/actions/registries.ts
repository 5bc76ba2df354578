import type { BodyOf } from "@touchline/contract";
import type { addRegistry } from "@touchline/contract/screening/registry";
import { sql } from "drizzle-orm";
import { newId } from "../../../../database/ids.ts";
import type { SharedDb } from "../../../../database/tenancy.ts";
import { conflict, notFound } from "../../../../errors.ts";
import { registry } from "../../../../schema/screening.ts";

/** @throws Conflict when another one has this name. */
export async function addOne(
  db: SharedDb,
  now: Date,
  { name, searchUrl }: BodyOf<typeof addRegistry>,
): Promise<{ registryId: string }> {
  const registryId = newId();
  const added = await db
    .insert(registry)
    .values({ registryId, name, searchUrl, createdAt: now })
    .onConflictDoNothing()
    .returning();
  if (added.length === 0) throw conflict("A registry with this name already exists. Load the file there.", "nameTaken");
  return { registryId };
}

/** Searches another version from now on, or none. @throws NotFound */
export async function searchVersion(db: SharedDb, registryId: string, versionId: string | null): Promise<void> {
  const moved = await db
    .update(registry)
    .set({ currentVersionId: versionId })
    .where(
      sql`${registry.registryId} = ${registryId} AND (${versionId}::uuid IS NULL OR EXISTS (
        SELECT FROM registry_version AS version WHERE version.registry_id = ${registryId}
          AND version.registry_version_id = ${versionId}::uuid AND version.state = 'loaded'))`,
    )
    .returning();
  if (moved.length === 0) throw notFound("registryVersion");
}

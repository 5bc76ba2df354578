import { mostSavedMappings, type RosterMapping } from "@touchline/contract/setup/imports";
import { fitColumns, wordKey } from "@touchline/rules";
import { and, asc, eq } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { mustBeLegible } from "../../../../database/names.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, notFound } from "../../../../errors.ts";
import { rosterMapping } from "../../../../schema/setup.ts";
import { authorize } from "../../../../security/authorize.ts";
import { namesOf } from "../../../people/index.ts";
import { importById, worthKeeping } from "../queries.ts";
import { authorizeImporting } from "./context.ts";
import { withinReach } from "./upload.ts";

type Saved = typeof rosterMapping.$inferSelect;

/** All that the organization keeps, by name. @throws Forbidden */
export async function listSavedMappings(call: Call) {
  authorizeImporting(call);
  const rows = await call.db
    .select()
    .from(rosterMapping)
    .where(ours(rosterMapping, call))
    .orderBy(asc(rosterMapping.nameKey))
    .limit(mostSavedMappings);
  return toResponse(call, rows);
}

async function toResponse(call: Call, rows: readonly Saved[]) {
  const names = await namesOf(
    call,
    rows.flatMap((row) => row.createdBy ?? []),
  );
  return rows.map(({ rosterMappingId, name, createdAt, createdBy }) => ({
    rosterMappingId,
    name,
    createdAt: createdAt.toISOString(),
    createdBy: (createdBy && names.get(createdBy)) ?? null,
  }));
}

const onlyShown = async (call: Call, row: Saved) => {
  const [one] = await toResponse(call, [row]);
  if (!one) throw notFound("savedMapping");
  return one;
};

const taken = (name: string) =>
  conflict(`A saved mapping named “${name}” already exists. Choose another name.`, "nameTaken");

/** Keeps how an import is read under a name. @throws NotFound, Forbidden; Conflict (the name is taken, or there are too many). */
export async function saveMapping(call: Call, input: { rosterImportId: string; name: string }) {
  const row = await importById(call, input.rosterImportId);
  mustBeLegible("name", input.name);
  const present = await listSavedMappings(call);
  if (present.length >= mostSavedMappings) {
    throw conflict(
      `You've reached the limit of ${mostSavedMappings} saved mappings. Delete one that no one uses.`,
      "tooMany",
    );
  }
  const [saved] = await call.db
    .insert(rosterMapping)
    .values({
      organizationId: call.organizationId,
      rosterMappingId: newId(),
      name: input.name,
      nameKey: wordKey(input.name),
      headers: row.headers,
      mapping: await worthKeeping(call, row),
      createdBy: actingProfile(call),
      createdAt: call.now,
    })
    .onConflictDoNothing()
    .returning();
  if (!saved) throw taken(input.name);
  return onlyShown(call, saved);
}

/** @throws NotFound, Forbidden */
async function savedById(call: Call, rosterMappingId: string): Promise<Saved> {
  authorizeImporting(call);
  const [row] = await call.db
    .select()
    .from(rosterMapping)
    .where(and(ours(rosterMapping, call), eq(rosterMapping.rosterMappingId, rosterMappingId)));
  if (!row) throw notFound("savedMapping");
  return row;
}

/** Whoever made it changes it, and an Admin. @throws NotFound, Forbidden */
async function savedToChange(call: Call, rosterMappingId: string): Promise<Saved> {
  const row = await savedById(call, rosterMappingId);
  if (row.createdBy !== actingProfile(call)) authorize(call, "organization.edit", { organizationWide: true });
  return row;
}

/** @throws NotFound, Forbidden; Conflict (the name is taken) */
export async function renameSavedMapping(call: Call, input: { rosterMappingId: string; name: string }) {
  const row = await savedToChange(call, input.rosterMappingId);
  mustBeLegible("name", input.name);
  const nameKey = wordKey(input.name);
  const [other] = await call.db
    .select({ id: rosterMapping.rosterMappingId })
    .from(rosterMapping)
    .where(and(ours(rosterMapping, call), eq(rosterMapping.nameKey, nameKey)));
  if (other && other.id !== row.rosterMappingId) throw taken(input.name);
  const [renamed] = await call.db
    .update(rosterMapping)
    .set({ name: input.name, nameKey })
    .where(and(ours(rosterMapping, call), eq(rosterMapping.rosterMappingId, row.rosterMappingId)))
    .returning();
  if (!renamed) throw notFound("savedMapping");
  return onlyShown(call, renamed);
}

/** @throws NotFound, Forbidden */
export async function deleteSavedMapping(call: Call, rosterMappingId: string): Promise<void> {
  const row = await savedToChange(call, rosterMappingId);
  await call.db
    .delete(rosterMapping)
    .where(and(ours(rosterMapping, call), eq(rosterMapping.rosterMappingId, row.rosterMappingId)));
}

/** A saved mapping as it fits another file: columns by their headings, words as they were. @throws NotFound, Forbidden */
export async function fittedMapping(
  call: Call,
  input: { rosterImportId: string; rosterMappingId: string },
): Promise<RosterMapping> {
  const row = await importById(call, input.rosterImportId);
  const saved = await savedById(call, input.rosterMappingId);
  const columns = fitColumns(saved.mapping.columns, saved.headers, row.headers);
  return withinReach(call, { ...saved.mapping, columns });
}

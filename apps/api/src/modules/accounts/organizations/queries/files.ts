import type { OrganizationFilePurpose } from "@touchline/contract";
import { organizationFiles } from "@touchline/rules";
import { and, asc, eq, isNull } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { organizationFile } from "../../../../schema/accounts.ts";
import { storedFile } from "../../../../schema/files.ts";
import { authorize, verdictOn } from "../../../../security/authorize.ts";
import { openable } from "../../../files/index.ts";
import { namesOf } from "../../../people/index.ts";

/** Returns whether a file exists for a purpose. */
export async function hasFile(call: Call, purpose: OrganizationFilePurpose): Promise<boolean> {
  const rows = await call.db
    .select({ id: organizationFile.organizationFileId })
    .from(organizationFile)
    .where(
      and(ours(organizationFile, call), eq(organizationFile.purpose, purpose), isNull(organizationFile.removedAt)),
    );
  return rows.length > 0;
}

const isSeen = (call: Call, purpose: OrganizationFilePurpose) => {
  const { seenBy } = organizationFiles[purpose];
  return seenBy === "everybody" || verdictOn(call, seenBy, { organizationWide: true }).allowed;
};

/** Lists the current files that the actor may see, by purpose, with who uploaded them. */
export async function filesByPurpose(call: Call) {
  const all = await call.db
    .select({
      purpose: organizationFile.purpose,
      addedAt: organizationFile.addedAt,
      addedBy: organizationFile.addedBy,
      name: storedFile.name,
      bytes: storedFile.bytes,
    })
    .from(organizationFile)
    .innerJoin(storedFile, onKey(storedFile.fileId, organizationFile.fileId))
    .where(and(ours(organizationFile, call), isNull(organizationFile.removedAt)))
    .orderBy(asc(organizationFile.purpose))
    .limit(100);
  const rows = all.filter(({ purpose }) => isSeen(call, purpose));
  const names = await namesOf(
    call,
    rows.flatMap((row) => row.addedBy ?? []),
  );
  return rows.map(({ addedBy, addedAt, ...row }) => ({
    ...row,
    addedAt: addedAt.toISOString(),
    addedBy: addedBy === null ? null : (names.get(addedBy) ?? null),
  }));
}

/** Checks that the actor may see a file: members see some purposes, and only those in charge see the others. @throws Forbidden */
export function authorizeFileSight(call: Call, purpose: OrganizationFilePurpose): void {
  const { seenBy } = organizationFiles[purpose];
  if (seenBy !== "everybody") authorize(call, seenBy, { organizationWide: true });
}

const columns = {
  organizationFileId: organizationFile.organizationFileId,
  ...openable,
};

/** Returns the file for a purpose. @throws NotFound */
export async function presentFile(call: Call, purpose: OrganizationFilePurpose) {
  const [row] = await call.db
    .select(columns)
    .from(organizationFile)
    .innerJoin(storedFile, onKey(storedFile.fileId, organizationFile.fileId))
    .where(
      and(ours(organizationFile, call), eq(organizationFile.purpose, purpose), isNull(organizationFile.removedAt)),
    );
  if (!row) throw notFound("file");
  return row;
}

/** Returns a file by its id, unless it was replaced. @throws NotFound */
export async function fileById(call: Pick<Call, "db" | "organizationId">, organizationFileId: string) {
  const [row] = await call.db
    .select(columns)
    .from(organizationFile)
    .innerJoin(storedFile, onKey(storedFile.fileId, organizationFile.fileId))
    .where(
      and(
        ours(organizationFile, call),
        eq(organizationFile.organizationFileId, organizationFileId),
        isNull(organizationFile.removedAt),
      ),
    );
  if (!row) throw notFound("file");
  return row;
}

import { createHash } from "node:crypto";
import { type RosterMapping, rosterFields } from "@touchline/contract/setup/imports";
import { proposeColumns, wordKey } from "@touchline/rules";
import { and, eq } from "drizzle-orm";
import { fileTypeFromBuffer } from "file-type";
import { actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { invalid, Refusal } from "../../../../errors.ts";
import type { UploadedFile } from "../../../../http/mount.ts";
import { confirmUploads } from "../../../../http/pending-uploads.ts";
import { rosterImport, rosterReading } from "../../../../schema/setup.ts";
import { authorizeImporting, presOf, refusals } from "./context.ts";
import { type Roster, withoutInvalidCharacters } from "./read.ts";
import { isWorkbook } from "./read-workbook.ts";

const previewRows = 5;
const previewCell = 60;

/** The one file of an upload of somebody who may add people. @throws Forbidden; what `rosterFile` throws */
export async function rosterUpload(call: Call, uploads: readonly UploadedFile[]): Promise<UploadedFile> {
  authorizeImporting(call);
  return rosterFile(uploads);
}

/**
 * The one file of an upload, told by its first bytes to be rows at all.
 *
 * @throws 400 without a file; 415 when it holds no rows.
 */
export async function rosterFile(uploads: readonly UploadedFile[]): Promise<UploadedFile> {
  const [upload, another] = uploads;
  if (!upload || another) throw invalid("file", "Choose one file.");
  const found = await fileTypeFromBuffer(upload.head);
  if (isWorkbook(upload.head)) return upload;
  if (found && found.mime !== "application/xml" && !/^text\//.test(found.mime)) {
    const workbook = /spreadsheet|x-cfb/.test(found.mime);
    throw new Refusal(
      "unsupportedType",
      workbook
        ? "This kind of workbook isn't supported. Save it as .xlsx or CSV, or copy its rows and paste them here."
        : "This file isn't a spreadsheet. Save it as .xlsx or CSV from your spreadsheet.",
    );
  }
  return upload;
}

/**
 * Takes in a roster that was read: what its columns are is proposed, as the organization had it for a file with the same
 * headings the last time.
 *
 * @throws Forbidden; 400, 415 as `rosterUpload` does.
 */
export async function uploadRoster(
  call: Call,
  uploads: readonly UploadedFile[],
  roster: Roster,
): Promise<{ rosterImportId: string }> {
  const upload = await rosterUpload(call, uploads);
  const rosterImportId = newId();
  await confirmUploads(call, [upload.storageKey]);
  await call.db.insert(rosterImport).values({
    organizationId: call.organizationId,
    rosterImportId,
    state: "draft",
    fileName: withoutInvalidCharacters(upload.name.slice(-200)) || "Roster",
    storageKey: upload.storageKey,
    encoding: roster.encoding,
    headers: roster.headers,
    preview: roster.rows
      .slice(0, previewRows)
      .map(({ cells }) =>
        roster.headers.map((_, place) => withoutInvalidCharacters((cells[place] ?? "").slice(0, previewCell))),
      ),
    rowCount: roster.rows.length,
    mapping: (await rememberedMapping(call, roster.headers)) ?? proposal(roster),
    round: 0,
    judged: 0,
    invite: true,
    createdBy: actingProfile(call) ?? call.organizationId,
    createdAt: call.now,
  });
  return { rosterImportId };
}

function proposal({ headers, rows }: Roster): RosterMapping {
  const columns = proposeColumns(headers);
  // Without headings, a column of addresses tells itself.
  const place = headers.findIndex((_, at) =>
    rows.slice(0, 10).some(({ cells }) => /^\S+@\S+\.\S+$/.test(cells[at] ?? "")),
  );
  if (columns.email === null && place >= 0 && !rosterFields.some((field) => columns[field] === place)) {
    columns.email = place;
  }
  return { columns, dateOrder: null, levelId: null, labelId: null, levels: {}, labels: {}, newLevels: {} };
}

/** Files with the same headings in the same order are read alike. */
export const headersKey = (headers: readonly string[]) =>
  createHash("sha256")
    .update(JSON.stringify(headers.map(wordKey)))
    .digest("hex");

/** As the organization read such a file the last time, as far as the actor may add people where its words lead. */
async function rememberedMapping(call: Call, headers: readonly string[]): Promise<RosterMapping | null> {
  const [known] = await call.db
    .select({ mapping: rosterReading.mapping })
    .from(rosterReading)
    .where(and(ours(rosterReading, call), eq(rosterReading.headersKey, headersKey(headers))));
  return known ? withinReach(call, known.mapping) : null;
}

/** A mapping without the levels at which the actor may add nobody. */
export async function withinReach(call: Call, mapping: RosterMapping): Promise<RosterMapping> {
  const { levelId, levels } = mapping;
  const pres = await presOf(call, [...new Set([...Object.values(levels), ...(levelId === null ? [] : [levelId])])]);
  const refusal = refusals(call);
  const reached = (id: string) => refusal(pres.get(id) ?? -1, "Individual") === null;
  return {
    ...mapping,
    levelId: levelId !== null && reached(levelId) ? levelId : null,
    levels: Object.fromEntries(Object.entries(levels).filter(([, id]) => reached(id))),
  };
}

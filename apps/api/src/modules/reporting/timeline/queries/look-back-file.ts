import { Readable } from "node:stream";
import { overallStatusLabels, type QueryOf, requirementStatusLabels } from "@touchline/contract";
import { type downloadLookBack, mostRowsOfFile } from "@touchline/contract/reporting/look-back";
import { dayOf } from "@touchline/rules";
import { and, eq } from "drizzle-orm";
import { actingProfile, type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict } from "../../../../errors.ts";
import type { FileAnswer } from "../../../../http/mount.ts";
import { profile } from "../../../../schema/people.ts";
import { csvFile, type Rows, type SheetCell, xlsxFile } from "../../members/actions/sheet.ts";
import { lookBackOf, type MemberThenShown, type RowPlace, rowsOf } from "./look-back.ts";

/** Rows that one statement reads. */
const atOnce = 5_000;

const mediaTypes = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/**
 * Exports the list as a file that states its instant, when it was made and by whom.
 *
 * @throws as `lookBackOf`; Conflict while it is worked out, and for more rows than a file can have.
 */
export async function lookBackFile(
  call: Call,
  where: { levelId: string; lookBackId: string },
  { format, ...filter }: QueryOf<typeof downloadLookBack>,
  mostRows = mostRowsOfFile,
): Promise<FileAnswer> {
  const { level, at, state } = await lookBackOf(call, where);
  if (state !== "whole") throw conflict("This report isn't ready yet. Wait until it's done.", "building");
  const { timeZone: zone } = await organizationFacts(call);
  const rows: SheetCell[][] = [];
  for (let after: RowPlace | null = null; ; ) {
    const part: Awaited<ReturnType<typeof rowsOf>> = await rowsOf(call, where.lookBackId, filter, after, atOnce);
    rows.push(...part.data.map(cells));
    if (rows.length > mostRows) {
      throw conflict(
        `More than ${mostRows.toLocaleString("en")} rows. Filter the list, or choose a level further down.`,
        "tooMany",
      );
    }
    if (part.last === null) break;
    after = part.last;
  }
  const stated: SheetCell[][] = [
    ["Status on", momentText(at, zone), "Time zone", zone],
    ["Level", level.name, "Includes all sublevels as they are today. Names are current names."],
    ["Created on", momentText(call.now, zone), "Created by", await makerOf(call)],
    [],
    ["Name", "Role then", "Level then", "Status then", "Requirements then"],
  ];
  const all: Rows = (async function* () {
    yield [...stated, ...rows];
  })();
  const stream = format === "csv" ? Readable.from(csvFile(all)) : xlsxFile(all);
  const name = `members as of ${dayOf(at.getTime(), zone)}.${format}`;
  return { name, mediaType: mediaTypes[format], bytes: null, stream };
}

const cells = (row: MemberThenShown): SheetCell[] => [
  row.fullName,
  row.labelName,
  row.levelName,
  overallStatusLabels[row.overallStatus],
  row.requirements.map((one) => `${one.name}: ${requirementStatusLabels[one.status]}`).join("; "),
];

/** Formats a time as in files, to the second: it may serve as proof. */
export const momentText = (at: Date, zone: string) =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "long", timeZone: zone }).format(at);

/** Returns the name of the person who creates a file. */
export async function makerOf(call: Call): Promise<string> {
  const id = actingProfile(call);
  if (id === null) return "Touchline";
  const [maker] = await call.db
    .select({ firstName: profile.firstName, lastName: profile.lastName })
    .from(profile)
    .where(and(ours(profile, call), eq(profile.profileId, id)));
  return maker ? `${maker.firstName} ${maker.lastName}` : "";
}

import { plural } from "@touchline/rules";
import { type Fact, type RecordPart, renderDocument } from "../../../../documents/pdf.ts";
import type { RecordSaid } from "../queries/record.ts";
import { dayWords } from "../queries/words.ts";

/** Rows of a table that are printed; the rest is in the data. */
const mostRows = 2_000;

/** Renders a record as a readable document with the contents of `record.json`, in words. */
export async function renderRecord(said: RecordSaid): Promise<Buffer> {
  const name = `${said.person.firstName} ${said.person.lastName}`.trim();
  const instants = instantsIn(said.organization.timeZone);
  const sections = [
    { title: "Memberships", parts: memberships(said) },
    { title: "Requirements and submissions", parts: requirements(said) },
    ...(said.exemptions.length > 0 ? [{ title: "Exceptions", parts: exceptions(said) }] : []),
    { title: "History", parts: history(said) },
    { title: "Emails", parts: emails(said) },
    { title: "Files", parts: files(said) },
    { title: "Verification", parts: verification(said) },
  ];
  const { facts, notes } = front(said);
  const { pdf } = await renderDocument("record", {
    title: `Record of ${name}`,
    author: said.organization.name,
    language: "en",
    createdAt: new Date(said.exportedAt),
    reference: said.recordId,
    ...instants({ facts, notes, sections }),
  });
  return pdf;
}

const instant = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** Returns a function that writes the instants in texts, which are in the data's format, as times of a time zone. */
function instantsIn(zone: string) {
  const moment = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "medium", timeZone: zone });
  const inWords = (text: string) =>
    text.replaceAll(instant, (at) => moment.format(new Date(at)).replaceAll("\u202f", " "));
  return function written<Data>(data: Data): Data {
    if (typeof data === "string") return inWords(data) as Data;
    if (Array.isArray(data)) return data.map(written) as Data;
    if (typeof data !== "object" || data === null) return data;
    return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, written(value)])) as Data;
  };
}

/** Keeps the rows that have a value. */
const factsOf = (rows: readonly (readonly [string, unknown])[]): Fact[] =>
  rows.flatMap(([label, value]) =>
    value === null || value === undefined || value === "" || value === false ? [] : [[label, oneLine(String(value))]],
  );
/** Joins text onto one line, because line breaks separate the lines of a cell. */
const oneLine = (text: string) => text.replaceAll(/\s+/gu, " ");
const lines = (...all: readonly (string | null | undefined | false)[]) =>
  all
    .filter(Boolean)
    .map((line) => oneLine(line as string))
    .join("\n");
const day = (value: string | null | undefined) => value && dayWords(value);
const text = (words: string): RecordPart => ({ kind: "text", text: oneLine(words) });
const note = (words: string): RecordPart => ({ kind: "note", text: oneLine(words) });
const heading = (words: string, status: string): RecordPart => ({
  kind: "heading",
  text: oneLine(words),
  status: oneLine(status),
});

const moreInData = (count: number) =>
  plural(count, {
    one: "One more entry is in record.json.",
    other: "# more entries are in record.json.",
  });

/** Prints a table with a maximum of rows, and a sentence about those that are left out. */
function table(
  widths: readonly number[],
  header: readonly string[],
  rows: readonly (readonly string[])[],
): RecordPart[] {
  if (rows.length === 0) return [text("None.")];
  const part: RecordPart = { kind: "table", widths, header, rows: rows.slice(0, mostRows) };
  return rows.length <= mostRows ? [part] : [part, note(moreInData(rows.length - mostRows))];
}

function front(said: RecordSaid) {
  const { person, organization } = said;
  return {
    facts: factsOf([
      ["Exported", said.exportedAt],
      ["Exported by", said.exportedBy.name],
      ["Email", person.email],
      ["Date of birth", day(person.dateOfBirth)],
      ["Person ID", person.profileId],
      ["Added", person.createdAt],
      ["Activated", person.activatedAt],
      ["Email confirmed", person.emailConfirmedAt],
      ["Time zone", organization.timeZone],
    ]),
    notes: [
      ...said.withheld,
      ...(said.cutOff.length > 0 ? [`These lists were too long to include in full: ${said.cutOff.join(", ")}.`] : []),
    ].map(oneLine),
  };
}

function memberships(said: RecordSaid): RecordPart[] {
  if (said.memberships.length === 0) return [text("None at the time of this record.")];
  return said.memberships.flatMap((one): RecordPart[] => {
    const rule = one.standing?.rules.find((rung) => rung.decides);
    const owed = one.standing?.requirements ?? [];
    return [
      heading(`${one.labelName} at ${one.levelName}`, one.overallStatusWords),
      note(`Joined ${one.joinedAt}. In this status since ${one.overallStatusSince}.`),
      ...(rule ? [text(rule.ruleWords)] : []),
      ...(owed.length === 0
        ? []
        : table(
            [5, 4, 2.4, 3.6],
            ["Requirement", "Status", "Due by", "Completed"],
            owed.map((requirement) => {
              const decided = requirement.rules.find((rung) => rung.decides);
              return [
                lines(
                  requirement.name,
                  requirement.mandatory ? "Required" : "Optional",
                  ...requirement.owedBy.map(
                    (by) =>
                      `Assigned at ${by.levelName}${by.includeBelow ? " and below" : ""} to ${by.labelNames.join(", ")} on ${by.assignedAt}${by.assignedBy ? ` by ${by.assignedBy}` : ""}`,
                  ),
                ),
                decided ? ruleText(decided) : "",
                requirement.dueAtWords ?? "",
                lines(requirement.counts?.completedAtWords, requirement.counts?.wayWords),
              ];
            }),
          )),
    ];
  });
}

/** Describes the rule that decided, with the last day it depends on: "Completed, valid through Jul 31, 2027". */
function ruleText({ rule, ruleWords, atWords }: { rule: string; ruleWords: string; atWords: string | null }): string {
  if (atWords === null) return ruleWords;
  return rule === "overdue" || rule === "expired"
    ? `${ruleWords} (last day ${atWords})`
    : `${ruleWords} through ${atWords}`;
}

function requirements(said: RecordSaid): RecordPart[] {
  if (said.requirements.length === 0) return [text("No requirement was ever assigned.")];
  return said.requirements.flatMap((one): RecordPart[] => [
    heading(`${one.name} (${one.type})`, one.status),
    note(`First assigned ${one.firstAskedAt}. In this status since ${one.statusSince}.`),
    ...(one.resultWithheld ? [note("You don't have permission to see the result and files of this requirement.")] : []),
    ...(one.otherNames?.length ? [note(`Other names: ${one.otherNames.join(", ")}.`)] : []),
    ...one.attempts.map((attempt): RecordPart => ({ kind: "facts", rows: submission(attempt) })),
  ]);
}

function submission(attempt: RecordSaid["requirements"][number]["attempts"][number]): Fact[] {
  const { review, signature } = attempt;
  return factsOf([
    ["Submission", attempt.attemptId],
    ["Status", attempt.stateWords],
    ["Version", attempt.contentVersion],
    ["Submitted", attempt.submittedAt],
    ["Completed", attempt.completedAtWords],
    ["Valid through", attempt.expiresAtWords],
    ["Extended through", day(attempt.extendedUntil)],
    ["Result", attempt.wayWords],
    ["Withdrawn", attempt.voidedAt],
    [
      "Review",
      review &&
        `${review.decisionWords ?? "Decided"} by ${review.reviewer ?? "a former reviewer"}${review.decidedAt ? ` on ${review.decidedAt}` : ""}`,
    ],
    ["", review?.samePersonWords],
    ["Review notes", review && (review.notesWithheld ? "Withheld" : review.notes)],
    ["Signed by", signature && `${signature.signerName} (${signature.signedAs}), typed as “${signature.typedName}”`],
    ["Signed at", signature?.signedAt],
    ["SHA-256 of document", signature?.fileSha256],
    ["SHA-256 of text", signature?.textSha256],
    ["Details", attempt.told && JSON.stringify(attempt.told)],
    ["Answers", attempt.answers && JSON.stringify(attempt.answers)],
  ]);
}

const exceptions = (said: RecordSaid): RecordPart[] =>
  table(
    [4, 5, 4, 3],
    ["Requirement", "Reason", "Made", "Valid through"],
    said.exemptions.map((one) => [
      lines(one.name),
      lines(one.reason),
      lines(one.createdAt, one.createdBy && `By ${one.createdBy}`, one.endedAt && `Ended ${one.endedAt}`),
      day(one.untilDay) || "No end date",
    ]),
  );

const history = (said: RecordSaid): RecordPart[] =>
  table(
    [3.6, 7, 3],
    ["Date and time", "Event", "By"],
    said.history.map((one) => [
      lines(one.at),
      lines(
        `${one.kindWords}${one.name ? `: ${one.name}` : ""}`,
        [one.stateWords, one.to && (one.from ? `${one.from} → ${one.to}` : one.to)].filter(Boolean).join(" · "),
        one.note,
      ),
      lines(one.by),
    ]),
  );

const emails = (said: RecordSaid): RecordPart[] =>
  table(
    [3.6, 8, 2],
    ["Date and time", "Subject", "Status"],
    said.mails.map((one) => [lines(one.createdAt), lines(one.subject ?? one.kindWords), one.state]),
  );

/** Files that are printed; the rest is in the data. */
const mostFiles = 500;

function files(said: RecordSaid): RecordPart[] {
  if (said.files.length === 0) return [text("None.")];
  const more = said.files.length - mostFiles;
  return [
    ...said.files.slice(0, mostFiles).map(
      (one): RecordPart => ({
        kind: "facts",
        rows: factsOf([
          ["File", one.name],
          ["Size", `${one.bytes.toLocaleString("en-US")} bytes`],
          ["Uploaded", `${one.uploadedAt}${one.uploadedBy ? ` by ${one.uploadedBy}` : ""}`],
          ["In this archive", one.path ?? `Not included. ${one.leftOut}`],
          ["SHA-256", one.sha256],
        ]),
      }),
    ),
    ...(more > 0 ? [note(moreInData(more))] : []),
  ];
}

function verification({ chain }: RecordSaid): RecordPart[] {
  return [
    text(
      "manifest.json lists every file of this archive with its SHA-256 hash, and manifest.sig signs that list. To check hashes, signatures and the audit chain without a server, run npm run verify:record.",
    ),
    {
      kind: "facts",
      rows: factsOf([
        ["Sealed entries", chain.entries],
        ["Not yet sealed", String(chain.waiting)],
        ["Signed through entry", chain.signedThrough ?? "None"],
        ["Key ID", chain.keyId],
      ]),
    },
  ];
}

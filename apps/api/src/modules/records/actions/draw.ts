import { footers, onPaper, type Paper, type Typeface } from "../../../kernel/paper.ts";
import type { RecordSaid } from "../queries/record.ts";
import { dayWords } from "../queries/words.ts";

const margin = 54;
const ink = "#111111";
const quiet = "#555555";
/** Lines of the history that are drawn; the rest is in the data. */
const mostLines = 3_000;

/** A record to be read: the same as `record.json` in words, tagged for screen readers. */
export function drawnRecord(said: RecordSaid): Promise<Buffer> {
  const name = `${said.person.firstName} ${said.person.lastName}`.trim();
  const options = {
    size: "LETTER",
    margins: { top: margin, left: margin, right: margin, bottom: margin + 12 },
    bufferPages: true,
    lang: "en",
    pdfVersion: "1.5",
    tagged: true,
    displayTitle: true,
    info: { Title: `Record of ${name}`, Author: said.organization.name, CreationDate: new Date(said.exportedAt) },
  } as const;
  return onPaper(options, (paper) => draw(paper, said, name));
}

function draw(paper: Paper, said: RecordSaid, name: string): void {
  const pen = penOn(paper, said.organization.timeZone);
  front(pen, said, name);
  standings(pen, said);
  requirements(pen, said);
  exemptions(pen, said);
  history(pen, said);
  mails(pen, said);
  files(pen, said);
  proof(pen, said);
  const foot = { margin, top: margin - 8, size: 7.5, color: quiet, align: "center" } as const;
  footers(paper, foot, (page, of) => `${name}   ${said.recordId}   Page ${page} of ${of}`);
}

type Pen = ReturnType<typeof penOn>;
type How = { font?: Typeface; size?: number; color?: string; indent?: number; after?: number };

/** Instants as the data writes them. */
const instants = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

function penOn(paper: Paper, zone: string) {
  const { doc } = paper;
  const moment = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "medium", timeZone: zone });
  const inWords = (text: string) =>
    text.replaceAll(instants, (at) => moment.format(new Date(at)).replaceAll("\u202f", " "));
  function write(
    tag: string,
    text: string,
    { font = "plain", size = 9.5, color = ink, indent = 0, after = 3 }: How = {},
  ) {
    const words = inWords(text).replaceAll(/\s/gu, " ");
    const element = doc.struct(tag, {}, () => {
      doc.fontSize(size).fillColor(color);
      const width = doc.page.width - 2 * margin - indent;
      paper.write([{ text: words, typeface: font }], { x: margin + indent, width, lineGap: 1.5 });
    });
    doc.addStructure(element);
    element.end();
    doc.y += after;
  }
  const room = (height: number) => {
    if (doc.y + height > doc.page.height - margin - 12) doc.addPage();
  };
  return {
    title: (text: string) => write("H1", text, { font: "bold", size: 20, after: 6 }),
    section(text: string) {
      room(80);
      doc.y += 12;
      write("H2", text, { font: "bold", size: 14, after: 6 });
    },
    heading(text: string) {
      room(50);
      doc.y += 5;
      write("H3", text, { font: "bold", size: 10.5 });
    },
    line: (text: string, how: How = {}) => write("P", text, how),
    quiet: (text: string, how: How = {}) => write("P", text, { color: quiet, size: 8.5, ...how }),
  };
}

const words = (parts: readonly (string | null | false | undefined)[]) => parts.filter(Boolean).join("; ");
const fact = (label: string, value: unknown) =>
  value === null || value === undefined || value === "" ? null : `${label} ${String(value)}`;

const dayFact = (label: string, day: string | null | undefined) => fact(label, day && dayWords(day));

function front({ title, line, quiet }: Pen, said: RecordSaid, name: string) {
  const { person, organization } = said;
  quiet(organization.name, { size: 10 });
  title(`Record of ${name}`);
  line(`Made on ${said.exportedAt} by ${said.exportedBy.name}. Times in this document: ${organization.timeZone}.`);
  line(
    words([
      fact("Email", person.email),
      dayFact("Date of birth", person.dateOfBirth),
      fact("Person", person.profileId),
    ]),
  );
  line(
    words([
      fact("Known since", person.createdAt),
      fact("Activated", person.activatedAt),
      fact("Email confirmed", person.emailConfirmedAt),
    ]),
  );
  for (const text of said.withheld) quiet(text);
  if (said.cutOff.length > 0) line(`Too much to be told in full: ${said.cutOff.join(", ")}.`);
}

function standings({ section, heading, line }: Pen, said: RecordSaid) {
  section("Memberships, and why they stand as they do");
  if (said.memberships.length === 0) line("None at the time of this record.");
  for (const one of said.memberships) {
    heading(`${one.labelName} at ${one.levelName}: ${one.overallStatusWords}`);
    line(words([fact("Joined", one.joinedAt), fact("stands so since", one.overallStatusSince)]));
    const rule = one.standing?.rules.find((rung) => rung.decides);
    if (rule) line(rule.ruleWords);
    for (const owed of one.standing?.requirements ?? []) {
      const decided = owed.rules.find((rung) => rung.decides);
      line(
        words([
          `${owed.name}: ${decided ? ruleText(decided) : ""}`,
          owed.mandatory ? "mandatory" : "optional",
          fact("due by", owed.dueAtWords),
          owed.counts && `completed ${owed.counts.completedAtWords}`,
          owed.counts?.wayWords,
        ]),
        { indent: 12 },
      );
      for (const by of owed.owedBy) {
        const where = `${by.levelName}${by.includeBelow ? " and below" : ""}`;
        line(
          `Assigned at ${where} to ${by.labelNames.join(", ")} on ${by.assignedAt}${by.assignedBy ? ` by ${by.assignedBy}` : ""}.`,
          { indent: 24, color: quiet },
        );
      }
    }
  }
}

/** What decided, with the last day that it turns on: "completed, and valid through Jul 31, 2027". */
function ruleText({ rule, ruleWords, atWords }: { rule: string; ruleWords: string; atWords: string | null }): string {
  if (atWords === null) return ruleWords;
  return rule === "overdue" || rule === "expired"
    ? `${ruleWords} (last day ${atWords})`
    : `${ruleWords} through ${atWords}`;
}

function requirements({ section, heading, line, quiet }: Pen, said: RecordSaid) {
  section("Requirements, and what was sent in");
  if (said.requirements.length === 0) line("Nothing was ever asked.");
  for (const one of said.requirements) {
    heading(`${one.name} (${one.type}): ${one.status}`);
    line(words([fact("Since", one.statusSince), fact("first asked", one.firstAskedAt)]));
    if (one.resultWithheld) quiet("Its result and files are not for whoever had this record made.");
    for (const attempt of one.attempts) {
      line(
        words([
          `Submission ${attempt.attemptId}: ${attempt.stateWords}`,
          fact("version", attempt.contentVersion),
          fact("sent in", attempt.submittedAt),
          fact("completed", attempt.completedAtWords),
          fact("valid through", attempt.expiresAtWords),
          attempt.extendedUntil && `extended by decree through ${dayWords(attempt.extendedUntil)}`,
          attempt.wayWords,
          fact("taken back", attempt.voidedAt),
        ]),
        { indent: 12 },
      );
      const { review, signature } = attempt;
      if (review) {
        line(
          words([
            `Review: ${review.decisionWords ?? "decided"} by ${review.reviewer ?? "a former reviewer"}`,
            fact("on", review.decidedAt),
            review.samePersonWords,
            review.notesWithheld ? "notes withheld" : fact("notes:", review.notes),
          ]),
          { indent: 24 },
        );
      }
      if (signature) {
        line(
          words([
            `Signed by ${signature.signerName} as ${signature.signedAs}, typed “${signature.typedName}”`,
            signature.signedAt,
            `document SHA-256 ${signature.fileSha256}`,
            `text SHA-256 ${signature.textSha256}`,
          ]),
          { indent: 24 },
        );
      }
      if (attempt.told) line(`Told: ${JSON.stringify(attempt.told)}`, { indent: 24 });
      if (attempt.answers) line(`Answers: ${JSON.stringify(attempt.answers)}`, { indent: 24 });
    }
  }
}

function exemptions({ section, line }: Pen, said: RecordSaid) {
  if (said.exemptions.length === 0) return;
  section("Exceptions for this person");
  for (const one of said.exemptions) {
    line(
      words([
        `${one.name}: ${one.reason}`,
        fact("from", one.createdAt),
        fact("by", one.createdBy),
        dayFact("through", one.untilDay),
        fact("ended", one.endedAt),
      ]),
    );
  }
}

function history({ section, line, quiet }: Pen, said: RecordSaid) {
  section("What happened");
  for (const one of said.history.slice(0, mostLines)) {
    const status = one.to === null ? null : `${one.from ? `${one.from} to ` : ""}${one.to}`;
    line(
      words([
        `${one.at}  ${one.kindWords}${one.name ? `: ${one.name}` : ""}`,
        one.stateWords,
        status,
        `by ${one.by}`,
        one.note,
      ]),
      { size: 8.5, after: 1 },
    );
  }
  if (said.history.length > mostLines) quiet(`And ${said.history.length - mostLines} more, in record.json.`);
}

function mails({ section, line }: Pen, said: RecordSaid) {
  section("Mails");
  if (said.mails.length === 0) line("None.");
  for (const one of said.mails.slice(0, mostLines)) {
    line(words([`${one.createdAt}  ${one.subject ?? one.kindWords}`, one.state]), { size: 8.5, after: 1 });
  }
}

function files({ section, line }: Pen, said: RecordSaid) {
  section("Files");
  if (said.files.length === 0) line("None.");
  for (const one of said.files.slice(0, mostLines)) {
    line(
      words([
        `${one.name} (${one.bytes} bytes)`,
        `uploaded ${one.uploadedAt}${one.uploadedBy ? ` by ${one.uploadedBy}` : ""}`,
        one.path ?? `left out: ${one.leftOut}`,
      ]),
    );
    line(`SHA-256 ${one.sha256}`, { indent: 12, color: quiet, size: 8 });
  }
}

function proof({ section, line }: Pen, said: RecordSaid) {
  const { chain } = said;
  section("Proof");
  line(
    `${chain.entries} entries of the sealed history belong to this record; ${chain.waiting} wait to be sealed. The chain is signed through entry ${chain.signedThrough ?? "none"}.`,
  );
  line(
    "Every file of this archive is named in manifest.json with its SHA-256; manifest.sig is the signature over it. npm run verify:record checks hashes, signatures and chain without a server.",
  );
  line(`Key ${chain.keyId}`, { size: 8.5 });
}

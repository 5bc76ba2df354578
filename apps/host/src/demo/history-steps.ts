import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import type { Actor, Call } from "@touchline/api/call";
import { notFound } from "@touchline/api/errors";
import type { UploadedFile } from "@touchline/api/http/mount";
import { catchUp } from "@touchline/api/modules/compliance/standing/actions/restand";
import { sweepSome } from "@touchline/api/modules/compliance/standing/actions/sweep";
import { inspected } from "@touchline/api/modules/files/files/actions/inspect";
import { addContentFile } from "@touchline/api/modules/library/content/actions/files";
import { addPackage, newKey, readUploaded } from "@touchline/api/modules/library/content/actions/package";
import { sendCertificate, sendReport } from "@touchline/api/modules/requirements/requirements/actions/manual";
import { submitFiles } from "@touchline/api/modules/requirements/requirements/actions/submit";
import { reviewRequirement } from "@touchline/api/modules/reviews/reviews/actions/review";
import { recordAnswer } from "@touchline/api/modules/screening/live-scan/actions/answer";
import { submitLiveScan } from "@touchline/api/modules/screening/live-scan/actions/submit";
import { carryOver } from "@touchline/api/modules/setup/completion-imports/actions";
import { checkImport } from "@touchline/api/modules/setup/imports/actions/check";
import { storedRoster } from "@touchline/api/modules/setup/imports/actions/read";
import { uploadRoster } from "@touchline/api/modules/setup/imports/actions/upload";
import { importById } from "@touchline/api/modules/setup/imports/queries";
import { sendAgeProof, sendIdentityProof } from "@touchline/api/modules/verification/identity-documents/actions/submit";
import { requirement } from "@touchline/api/schema/compliance";
import { maxFileBytes } from "@touchline/contract";
import type { StateAnswer } from "@touchline/contract/screening/live-scan";
import { completionImportLimits } from "@touchline/contract/setup/completion-imports";
import { addToDay, dayOf, type Grant, wantsCompletionDate } from "@touchline/rules";
import { and, eq, lte } from "drizzle-orm";
import { aCourse } from "./course.ts";
import { begin } from "./first-steps.ts";
import { accountOf, type DemoAccounts } from "./joining.ts";
import {
  demoLabels,
  type PlannedBeginning,
  type PlannedCompletion,
  type PlannedContent,
  type PlannedPerson,
  type PlannedRoster,
  type PlannedSubmission,
} from "./plan.ts";
import { aPdf, aPng } from "./sample-documents.ts";

const longDay = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** A level's preorder number by its ID. */
export type Numbers = ReadonlyMap<string, { pre: number; last: number }>;

/** Where the organization lies and which day it is there: the day of seeding. */
export type DemoDay = { zone: string; today: string };

const calendar = { kind: "system", name: "calendar" } as const;

/** A person of the plan as the one who acts, with what their labels grant. */
export function actingPerson(person: PlannedPerson, numbers: Numbers, accounts: DemoAccounts["accounts"]): Actor {
  const grants = person.memberships.flatMap(({ levelId, label }): Grant[] => {
    const numbered = numbers.get(levelId);
    return numbered ? [{ role: demoLabels[label].role, levelId, ...numbered }] : [];
  });
  const managers = { review: true, content: true };
  return {
    kind: "person",
    profileId: person.profileId,
    appUserId: accountOf(person, accounts) ?? person.profileId,
    grants,
    entries: [person.profileId],
    children: person.guards,
    onceGuarded: person.guards,
    externalReviewer: null,
    managers,
  };
}

export async function requirementId(call: Call, profileId: string, contentId: string): Promise<string> {
  const [row] = await call.db
    .select({ id: requirement.requirementId })
    .from(requirement)
    .where(
      and(
        eq(requirement.organizationId, call.organizationId),
        eq(requirement.profileId, profileId),
        eq(requirement.contentId, contentId),
      ),
    );
  if (!row) throw notFound("requirement");
  return row.id;
}

/** Sends in what a submission of the plan says, by the member's or the guardian's own verb. */
export async function submit(
  call: Call,
  one: PlannedSubmission,
  content: PlannedContent & { contentId: string },
  about: DemoDay,
): Promise<void> {
  const completedDate = dayOf(
    call.now.getTime() - (one.completedDaysAgo - one.submittedDaysAgo) * 86_400_000,
    about.zone,
  );
  const sent = {
    requirementId: await requirementId(call, one.person.profileId, content.contentId),
    profileLevelAccessId: one.membership.profileLevelAccessId,
    ...(one.validInDays === null ? {} : { validUntil: addToDay(about.today, { days: one.validInDays }) }),
    uploads: await papersFor(call, one.person, content, completedDate),
  };
  const { firstName: legalFirstName, lastName: legalLastName, dateOfBirth } = one.person;
  switch (content.settings.kind) {
    case "background-check":
      await sendReport(call, { ...sent, completedDate });
      return;
    case "abuse-prevention-training":
      await sendCertificate(call, { ...sent, completedDate });
      return;
    case "age-verification":
      await sendAgeProof(call, {
        ...sent,
        ...{ document: 0, legalFirstName, legalLastName, dateOfBirth: dateOfBirth ?? "" },
      });
      return;
    case "identity-verification":
      await sendIdentityProof(call, { ...sent, document: 1 });
      return;
    case "live-scan":
      await submitLiveScan(call, { ...sent, completedDate, atiNumber: "A123BCD456" });
      return;
    default:
      await submitFiles(call, { ...sent, ...(wantsCompletionDate(content.settings) ? { completedDate } : {}) });
  }
}

/** Begins what somebody has not finished. */
export async function beginWork(
  call: Call,
  one: PlannedBeginning,
  content: PlannedContent & { contentId: string; contentVersionId: string },
  about: DemoDay,
): Promise<void> {
  const place = {
    requirementId: await requirementId(call, one.person.profileId, content.contentId),
    profileLevelAccessId: one.membership.profileLevelAccessId,
  };
  await begin(call, one, place, content, about.zone);
}

/** Puts what members play into the library, and says so in the settings. */
export async function playable(call: Call, contentId: string, { settings, plays }: PlannedContent) {
  if (plays === "film" && settings.kind === "video") {
    const film = await keep(
      call,
      "sideline-safety.webm",
      await readFile(new URL("media/sideline-safety.webm", import.meta.url)),
    );
    const { fileId } = await addContentFile(call, { contentId, uploads: [film] });
    return { ...settings, fileId };
  }
  if (plays === "course" && settings.kind === "custom-training") {
    const upload = await keep(call, "safe-travel.zip", await aCourse());
    const unpackedKey = await newKey(call);
    const read = await readUploaded({ upload, unpackedKey }, call.adapters);
    const { fileId } = await addPackage(call, { contentId, read });
    return { ...settings, packageFileId: fileId };
  }
  return settings;
}

/** What the state has answered about Live Scans that nobody has decided on, one after the other; null: nothing yet. */
export const liveScanAnswers = ["record", null, "delayed"] as const;

/** Records an answer of the state, by the reviewer's own verb. */
export async function answerLiveScan(
  call: Call,
  { person, membership }: Pick<PlannedSubmission, "person" | "membership">,
  contentId: string,
  { answer, zone }: { answer: StateAnswer; zone: string },
): Promise<void> {
  await recordAnswer(call, {
    requirementId: await requirementId(call, person.profileId, contentId),
    profileLevelAccessId: membership.profileLevelAccessId,
    ...{ answer, answeredOn: dayOf(call.now.getTime(), zone), note: "" },
  });
}

const answerOfDecision = { Approved: "cleared", RejectedReset: "retake", RejectedDisqualified: "record" } as const;

/** Decides it, by the reviewer's own verb. */
export async function decide(
  call: Call,
  one: PlannedSubmission,
  { contentId, settings }: PlannedContent & { contentId: string },
  zone: string,
): Promise<void> {
  if (!one.review) return;
  if (settings.kind === "live-scan") {
    await answerLiveScan(call, one, contentId, { answer: answerOfDecision[one.review.decision], zone });
    if (one.review.decision !== "RejectedDisqualified") return;
  }
  await reviewRequirement(call, {
    requirementId: await requirementId(call, one.person.profileId, contentId),
    profileLevelAccessId: one.membership.profileLevelAccessId,
    reviewDecision: one.review.decision,
    reviewNotes: one.review.notes,
  });
}

const pictures = new Set(["badge", "firstaid", "age", "driving"]);

/** Stores a file as an upload does, with the same checks. */
export async function keep(call: Pick<Call, "adapters">, name: string, bytes: Buffer): Promise<UploadedFile> {
  const received = await call.adapters.files.receive(Readable.from([bytes]), maxFileBytes);
  if (!received) throw new Error(`The demo file ${name} is larger than allowed.`);
  return inspected(call.adapters, { ...received, name });
}

async function papersFor(
  call: Call,
  person: PlannedPerson,
  content: PlannedContent,
  day: string,
): Promise<UploadedFile[]> {
  const fullName = `${person.firstName} ${person.lastName}`;
  const keepPaper = async (name: string) =>
    keep(
      call,
      name,
      await aPdf(
        content.name,
        [fullName, `Completed on ${longDay.format(Date.parse(day))}`, "", "A sample from the demo organization."],
        call.now,
      ),
    );
  if (!pictures.has(content.key)) return [await keepPaper(`${content.key}-${person.lastName}.pdf`)];
  const picture = await keep(
    call,
    `IMG_${1000 + ((person.firstName.length * 397) % 9000)}.png`,
    aPng(60 + ((day.charCodeAt(9) * 37) % 190)),
  );
  return content.key === "driving" ? [picture, await keepPaper("insurance.pdf")] : [picture];
}

const carriedHeadings = [
  "Email",
  "First name",
  "Last name",
  "Date of birth",
  "Requirement",
  "Completed on",
  "Valid until",
];

/** Carries completions over, all of one day, by the product's import of a list. */
export async function importOf(
  call: Call,
  planned: readonly PlannedCompletion[],
  contentOf: (key: string) => PlannedContent | undefined,
  about: DemoDay,
): Promise<void> {
  for (let start = 0; start < planned.length; start += completionImportLimits.rows) {
    const some = planned.slice(start, start + completionImportLimits.rows);
    const { data } = await carryOver(call, {
      headers: carriedHeadings,
      rows: some.map(({ person, ...one }, index) => ({
        number: index + 2,
        cells: [
          person.email ?? "",
          person.firstName,
          person.lastName,
          person.dateOfBirth ?? "",
          contentOf(one.content)?.name ?? "",
          addToDay(about.today, { days: -one.completedDaysAgo }),
          one.validInDays === null ? "" : addToDay(about.today, { days: one.validInDays }),
        ],
        fault: null,
      })),
    });
    const refused = data.find((row) => row.fate !== "record");
    if (refused) throw new Error(`A completion of the demo wasn't imported: ${JSON.stringify(refused)}.`);
  }
}

/** Begins to take in a list of people, up to what would become of each row. */
export async function beginRoster(call: Call, { fileName, rows }: PlannedRoster): Promise<void> {
  const upload = await keep(call, fileName, Buffer.from(rows.map((row) => row.join(",")).join("\r\n")));
  const roster = await storedRoster(call.adapters.files, upload.storageKey);
  const { rosterImportId } = await uploadRoster(call, [upload], roster);
  const { mapping } = await importById(call, rosterImportId);
  await checkImport(call, { rosterImportId, mapping, roster });
}

/** What time alone has done to a person up to the call's instant, each change at its own. */
export async function letTimePass(call: Call, profileId: string): Promise<void> {
  const [due] = await call.db
    .select({ profileId: requirement.profileId })
    .from(requirement)
    .where(
      and(
        eq(requirement.organizationId, call.organizationId),
        eq(requirement.profileId, profileId),
        lte(requirement.nextTransitionAt, call.now),
      ),
    )
    .limit(1);
  if (due) await catchUp({ ...call, actor: calendar }, [profileId]);
}

/** Tells it for everybody. */
export async function letTimePassForAll(call: Omit<Call, "actor">): Promise<void> {
  while (await sweepSome({ ...call, actor: calendar }));
}

import { z } from "zod";
import { endpoint, fileContent } from "../endpoint.ts";
import { RequirementStatus } from "../enums.ts";
import { day, id, instant, line, numbered, text } from "../values.ts";

/**
 * The states of an adverse action: the process that the Fair Credit Reporting Act requires before somebody is disqualified
 * because of a background check.
 *
 * - `waiting`: the pre-adverse notice was sent, and the waiting period is running or over.
 * - `disputed`: the report is disputed, and the waiting period is stopped.
 * - `cleared`: the check was approved after all. `final`: the final notice was sent, and the person is disqualified.
 * - `stopped`: its submission ended otherwise, such as when two entries of one person were merged.
 */
export const adverseStates = ["waiting", "disputed", "cleared", "final", "stopped"] as const;
export type AdverseState = (typeof adverseStates)[number];

/** The acts in an adverse action. */
export const adverseActs = ["start", "dispute", "statement", "closeDispute", "assess", "final", "clear"] as const;
export type AdverseAct = (typeof adverseActs)[number];

/** Reasons of a 409 in an adverse action, apart from permissions. */
export const adverseRefusals = [
  "noFinding",
  "underWay",
  "noNotice",
  "alreadyDisputed",
  "noDispute",
  "agencyInvestigates",
  "periodRuns",
  "disputeOpen",
  "reportClear",
  "assessAgain",
  "decided",
  "ended",
  "noReport",
] as const;
export type AdverseRefusal = (typeof adverseRefusals)[number];

/** Who reported a dispute. */
export const disputeReporters = ["applicant", "agency", "reviewer"] as const;
export type DisputeReporter = (typeof disputeReporters)[number];

/**
 * The result of a dispute: the agency confirmed the report, changed it, or has nothing to report anymore; `answered` if a
 * provider says only that it is over.
 */
export const disputeResults = ["unchanged", "changed", "clear", "answered"] as const;
export type DisputeResult = (typeof disputeResults)[number];

/** The kinds of recorded steps. */
export const adverseStepKinds = [
  "started",
  "assessed",
  "statement",
  "disputed",
  "disputeClosed",
  "disputedLate",
  "periodEnded",
  "reportCleared",
  "reportFlagged",
  "finalProposed",
  "final",
  "cleared",
  "stopped",
  "disposed",
] as const;
export type AdverseStepKind = (typeof adverseStepKinds)[number];

/** The documents of an adverse action: a copy of the report that was used, and the letters. */
export const adverseDocumentKinds = ["report", "preAdverseNotice", "finalNotice"] as const;
export type AdverseDocumentKind = (typeof adverseDocumentKinds)[number];

/** The limits of the organization's settings, and their defaults. */
export const adverseLimits = {
  waitingDays: { least: 5, usual: 7, most: 30 },
  reportMonths: { least: 12, usual: 12, most: 84 },
  letterYears: { least: 5, usual: 5, most: 10 },
} as const;

const onRequirement = { profileLevelAccessId: id };
const answered = z.object({ requirementId: id, status: numbered(RequirementStatus) });

/** How the offense, the time since, and the role were assessed. Only reviewers read it. */
const assessment = { offense: line(2000), timePassed: line(2000), role: line(2000) };

export const getAdverseAction = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/adverse-action",
  summary: "Gets how the adverse action on a background check stands: for the person, their guardian, and reviewers.",
  errors: [403, 409],
  query: onRequirement,
  response: z.object({
    /** Whether the caller is the person or a guardian, and reads their version; otherwise a reviewer's. */
    own: z.boolean(),
    /** The acts that the caller's role permits, and why not now. */
    acts: z.array(z.object({ act: z.enum(adverseActs), refusal: z.string().nullable() })),
    /** For reviewers, before it is started: who made the report, if known, and whether a copy must be uploaded. */
    beginning: z
      .object({
        agency: z.object({ name: z.string(), address: z.string(), phone: z.string() }),
        uploadsReport: z.boolean(),
        /** The waiting period in business days. */
        waitingDays: z.int(),
        /** The first day on which the final notice can be sent. */
        finalFrom: day,
        /** Whether nobody has an email address, so that the letters must be printed and mailed. */
        byMail: z.boolean(),
      })
      .nullable(),
    /** The latest one; null: there was none. */
    action: z
      .object({
        adverseActionId: id,
        state: z.enum(adverseStates),
        /** The state and the next step, in sentences for the caller. */
        text: z.string(),
        next: z.string(),
        sentAt: instant,
        waitingDays: z.int(),
        /**
         * The last day of the waiting period, and the first on which the final notice can be sent; null while a dispute stops
         * it.
         */
        lastDay: day.nullable(),
        finalFrom: day.nullable(),
        /** The findings of the report that are considered. */
        items: z.string(),
        agency: z.object({
          name: z.string(),
          address: z.string(),
          phone: z.string(),
          /** Where to dispute the report; null: not known. */
          website: z.string().nullable(),
        }),
        simulated: z.boolean(),
        /** Whether nobody had an email address, so that the letters must be printed and mailed. */
        byMail: z.boolean(),
        /** Whether the decision is proposed, and another reviewer must confirm it. */
        proposed: z.boolean(),
        documents: z.array(
          z.object({
            documentId: id,
            kind: z.enum(adverseDocumentKinds),
            at: instant,
            /** When its content was deleted, because the retention period had ended; null: it can be opened. */
            disposedAt: instant.nullable(),
          }),
        ),
        /** The steps so far, latest first. */
        steps: z.array(
          z.object({
            stepId: id,
            kind: z.enum(adverseStepKinds),
            at: instant,
            text: z.string(),
            /** Texts that people wrote, in paragraphs with or without a heading. */
            said: z.array(z.object({ label: z.string().nullable(), text: z.string() })),
            files: z.array(z.object({ fileId: id, name: z.string(), disposedAt: instant.nullable() })),
          }),
        ),
      })
      .nullable(),
  }),
});
export type AdverseActionShown = z.output<typeof getAdverseAction.response>;

export const startAdverseAction = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/pre-adverse-notice",
  summary:
    "Sends the pre-adverse notice with a copy of the report and the summary of rights. The waiting period begins. A report that the provider doesn't give comes as a PDF in the field `file`.",
  errors: [403, 409, 413, 415],
  costly: true,
  multipart: true,
  orJson: true,
  body: z.strictObject({
    ...onRequirement,
    /** The findings of the report that are considered, as the person reads them. */
    items: line(4000),
    agencyName: line(200),
    agencyAddress: line(300),
    agencyPhone: line(60),
    ...assessment,
  }),
  response: answered,
});

export const disputeReport = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/dispute-report",
  summary: "Records that the person disputes the report. The waiting period stops until the dispute is closed.",
  errors: [403, 409],
  body: z.strictObject({ ...onRequirement, explanation: text(4000).default("") }),
  response: answered,
});

export const addAdverseStatement = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/adverse-statement",
  summary: "Adds what the person wants considered before a decision, with up to five files in the field `file`.",
  errors: [403, 409, 413, 415],
  multipart: true,
  orJson: true,
  body: z.strictObject({ ...onRequirement, statement: line(4000) }),
  response: answered,
});

export const closeDispute = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/close-dispute",
  summary: "Records how a dispute ended at the agency. The waiting period continues, with at least five business days.",
  errors: [403, 409],
  body: z.strictObject({ ...onRequirement, result: z.enum(["unchanged", "changed", "clear"]), note: line(2000) }),
  response: answered,
});

export const addAssessment = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/individualized-assessment",
  summary:
    "Adds an individualized assessment: the offense, the time that has passed, and the role. Reviewers alone read it.",
  errors: [403, 409],
  body: z.strictObject({ ...onRequirement, ...assessment }),
  response: answered,
});

export const sendFinalNotice = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/final-notice",
  summary:
    "Disqualifies the person because of the report and sends the final notice, once the waiting period has ended.",
  errors: [403, 409],
  costly: true,
  body: z.strictObject({ ...onRequirement, reason: line(2000) }),
  response: answered.extend({
    /** Whether it is pending a second reviewer, and nothing was sent. */
    proposed: z.boolean(),
  }),
});

export const clearAfterReview = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/clear-adverse-action",
  summary: "Ends an adverse action by approving the background check after all.",
  errors: [403, 409],
  body: z.strictObject({ ...onRequirement, note: text(2000).default(""), validUntil: day.optional() }),
  response: answered,
});

export const downloadAdverseDocument = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/adverse-document",
  summary: "Downloads a letter of an adverse action, or the copy of the report. Each download is logged.",
  errors: [403, 409],
  query: { ...onRequirement, documentId: id },
  response: fileContent,
});

export const downloadAdverseFile = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/adverse-file",
  summary: "Downloads a file that the person added to a statement. Each download is logged.",
  errors: [403, 409],
  query: { ...onRequirement, fileId: id },
  response: fileContent,
});

const { waitingDays, reportMonths, letterYears } = adverseLimits;
const within = ({ least, most }: { least: number; most: number }) =>
  z.int().min(least, `Enter at least ${least}.`).max(most, `Enter at most ${most}.`);
const settings = {
  /** Business days of the waiting period. */
  waitingDays: within(waitingDays),
  /** How many months copies of reports are kept after the end; letters, how many years. */
  reportMonths: within(reportMonths),
  letterYears: within(letterYears),
};

export const getAdverseSettings = endpoint({
  method: "GET",
  path: "/api/app/organization/adverse-action-settings",
  summary: "Gets the waiting period of adverse actions, and for how long reports and letters are kept.",
  errors: [403],
  response: z.object({ ...settings, version: z.int() }),
});

export const saveAdverseSettings = endpoint({
  method: "PUT",
  path: "/api/app/organization/adverse-action-settings",
  summary:
    "Changes the waiting period of adverse actions that begin from now on, and for how long reports and letters are kept.",
  errors: [403, 409],
  body: z.strictObject({ ...settings, version: z.int().min(0) }),
  response: z.object({ ...settings, version: z.int() }),
});

import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { day, id, instant, paging, repeated } from "../values.ts";

/**
 * The actions in the audit log: every change of people, roles, levels, assignments and settings, and every view of a
 * confidential file.
 */
export const auditActions = [
  "ageGroup.exceptionAsked",
  "ageGroup.exceptionDecided",
  "apiKey.created",
  "apiKey.revoked",
  "apiKey.rotated",
  "assignment.added",
  "assignment.ended",
  "assignment.undone",
  "audit.chainBroken",
  "audit.exported",
  "audit.memoryMissing",
  "comparison.exported",
  "content.added",
  "content.archived",
  "content.changed",
  "content.copied",
  "content.removed",
  "content.restored",
  "content.updateTaken",
  "content.versionAdded",
  "exception.added",
  "exception.ended",
  "file.viewed",
  "form.answersExported",
  "guardianship.added",
  "guardianship.ended",
  "guardianship.invitationRevoked",
  "guardianship.invited",
  "identity.erased",
  "identity.settingsChanged",
  "import.begun",
  "import.canceled",
  "import.undone",
  "import.completionsRecorded",
  "incident.changed",
  "incident.documentViewed",
  "incident.exported",
  "incident.handled",
  "incident.reported",
  "incident.viewed",
  "invitation.accepted",
  "job.discarded",
  "job.retried",
  "label.added",
  "label.changed",
  "label.deleted",
  "level.added",
  "level.deleted",
  "level.logoChanged",
  "level.moved",
  "level.renamed",
  "membership.added",
  "membership.changed",
  "membership.moved",
  "membership.removed",
  "note.added",
  "organization.changed",
  "organization.closed",
  "organization.created",
  "organization.cardAdded",
  "organization.exportDownloaded",
  "organization.exportRequested",
  "organization.featurePaused",
  "organization.featureResumed",
  "organization.fileAdded",
  "organization.fileLinked",
  "organization.fileRemoved",
  "organization.logoChanged",
  "organization.mailTextChanged",
  "organization.reviewingChanged",
  "organization.adverseActionsChanged",
  "organization.resumed",
  "organization.secondFactorDemanded",
  "organization.suspended",
  "organization.taxCertificateDecided",
  "organization.timeZoneChanged",
  "organization.viewed",
  "person.added",
  "person.changed",
  "person.handedOver",
  "person.invited",
  "person.left",
  "person.merged",
  "person.toldApart",
  "record.downloaded",
  "record.exported",
  "retention.disposed",
  "screening.accountAllowed",
  "screening.accountWithdrawn",
  "screening.clientConnected",
  "screening.clientDisconnected",
  "screening.externalReviewChanged",
  "screening.onboardingSubmitted",
  "billing.ledgerExported",
  "screening.queueExported",
  "screening.registryMatched",
  "screening.otherNamesSaved",
  "screening.resultsCanceled",
  "screening.resultsImported",
  "screening.resultsUndone",
  "signupUrl.added",
  "signupUrl.revoked",
  "support.begun",
  "support.ended",
  "support.peopleSearched",
  "support.viewAnswered",
  "support.viewRequested",
  "support.viewEnded",
  "support.viewed",
  "task.canceled",
  "task.started",
  "task.undone",
  "partner.changed",
  "partner.connected",
  "partner.disconnected",
  "partner.synced",
  "webhook.added",
  "webhook.changed",
  "webhook.paused",
  "webhook.removed",
  "webhook.replayed",
  "webhook.resumed",
  "webhook.secretRotated",
  "webhook.tested",
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Returns the subject of an action: everything before its dot. */
export const subjectOfAction = (action: string) => action.slice(0, action.indexOf("."));
export const auditSubjects = [...new Set(auditActions.map(subjectOfAction))];

/** The filters of the audit log. */
const filters = {
  /** The person who did it. */
  who: id.optional(),
  /** The person it is about. */
  whom: id.optional(),
  /** The level where it was done, with everything below. */
  level: id.optional(),
  subjects: repeated(z.enum(auditSubjects)),
  actions: repeated(z.enum(auditActions)),
  /** Days in the organization's time zone, inclusive. */
  from: day.optional(),
  to: day.optional(),
};

const person = z.object({ profileId: id.nullable(), name: z.string() });

export const auditRow = z.object({
  auditEventId: id,
  at: instant,
  action: z.string(),
  who: person,
  whom: person.nullable(),
  level: z.object({ levelId: id, name: z.string() }).nullable(),
  /** What was done, to be read after the name of the person who did it. */
  sentence: z.string(),
  /** Old and new values that could identify a person. */
  details: z.array(z.object({ name: z.string(), text: z.string() })),
  /** Its number in the chain; null while it waits to be sealed. */
  sequence: z.int().nullable(),
});

export const listAudit = endpoint({
  method: "GET",
  path: "/api/app/audit",
  summary: "Lists who changed what in the organization and who viewed confidential files, newest first.",
  errors: [403],
  query: {
    ...filters,
    perPage: paging.perPage,
    cursor: z.string().max(300).optional(),
  },
  response: z.object({
    data: z.array(auditRow),
    /** The people and the level in the filter, by name. */
    narrowedTo: z.object({ who: z.string().nullable(), whom: z.string().nullable(), level: z.string().nullable() }),
    next: z.string().nullable(),
  }),
});

export const exportAudit = endpoint({
  method: "POST",
  path: "/api/app/audit/export",
  summary:
    "Downloads an export of the audit log part by part: the sealed chain, which can be verified without the database, or a table to read.",
  errors: [403],
  body: z.strictObject({
    ...filters,
    subjects: z.array(z.enum(auditSubjects)).max(100).default([]),
    actions: z.array(z.enum(auditActions)).max(100).default([]),
    format: z.enum(["ndjson", "csv"]),
    /** `next` of the previous part. */
    cursor: z.string().max(300).optional(),
  }),
  response: z.object({ part: z.string(), fileName: z.string(), next: z.string().nullable() }),
});

export const getAuditKey = endpoint({
  method: "GET",
  path: "/api/app/audit/key",
  summary: "Gets the public key of the installation and the latest checkpoint of the chain, to keep in another place.",
  errors: [403],
  response: z.object({
    keyId: z.string(),
    /** PEM. */
    publicKey: z.string(),
    checkpoint: z
      .object({
        organizationId: id,
        sequence: z.int(),
        hash: z.string(),
        signedAt: instant,
        keyId: z.string(),
        signature: z.string(),
      })
      .nullable(),
  }),
});

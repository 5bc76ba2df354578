import { z } from "zod";
import { endpoint, fileContent } from "../endpoint.ts";
import { id, instant, line, listOf, paging, repeated } from "../values.ts";

/**
 * Hours within which an incident must be reported to an authority, from its report to the organization on. Twenty-four: U.S.
 * law (34 U.S.C. § 20341, the Safe Sport Authorization Act of 2017) asks adults who work with young athletes to report
 * suspected abuse within a day, and states with a deadline of their own set no shorter one for an organization.
 */
export const reportingHours = 24;

export const incidentKinds = [
  "Misconduct",
  "Abuse",
  "Harassment",
  "Bullying",
  "Injury",
  "SafetyConcern",
  "Other",
] as const;
export type IncidentKind = (typeof incidentKinds)[number];
export const incidentStates = ["Open", "InReview", "Closed"] as const;
export type IncidentState = (typeof incidentStates)[number];

/** The states of the reporting deadline. */
export const clockStates = ["running", "overdue", "inTime", "late", "closed", "unreported"] as const;
export type ClockState = (typeof clockStates)[number];

/** The steps of a report to an authority. */
export const dutyKeys = ["danger", "federal", "spoken", "written"] as const;
export type DutyKey = (typeof dutyKeys)[number];

/** Whether the law on suspected abuse asks for a report of an incident: of its kind always, or if it may be abuse. */
export const dutyReaches = ["always", "ifAbuse"] as const;
export type DutyReach = (typeof dutyReaches)[number];

export const longestDescription = 8_000;
/** The most files of one incident; at most five in one call. */
export const mostDocuments = 20;

export const incident = z.object({
  incidentId: id,
  profileId: id,
  profileLevelAccessId: id,
  personName: z.string(),
  levelId: id,
  levelName: z.string(),
  kind: z.enum(incidentKinds),
  state: z.enum(incidentStates),
  happenedAt: instant,
  reportedAt: instant,
  reporterName: z.string(),
  /** The deadline for reporting it to an authority. */
  dueAt: instant,
  authorityToldAt: instant.nullable(),
  closedAt: instant.nullable(),
  /** Who looks after it. */
  assignee: z.object({ profileId: id, name: z.string() }).nullable(),
  /** Since when nothing that is kept about the person is disposed of; null: no legal hold. */
  heldAt: instant.nullable(),
  clock: z.enum(clockStates),
  description: z.string(),
  documents: z.array(z.object({ docId: id, name: z.string(), mediaType: z.string(), bytes: z.int() })),
  /** Returned with a change. */
  version: z.int(),
  /** The changes that the caller may make. */
  mayChange: z.boolean(),
  /** Whether the membership still exists, so that a link to it works. */
  stillMember: z.boolean(),
});

export const listIncidents = endpoint({
  method: "GET",
  path: "/api/app/incident/incidents",
  summary:
    "Lists incidents within reach, newest first; people who can only report see their own reports. Each view is logged.",
  errors: [403],
  query: {
    ProfileId: id.optional(),
    ProfileLevelAccessId: id.optional(),
    states: repeated(z.enum(incidentStates)),
    ...paging,
  },
  response: listOf(incident),
});

const facts = {
  kind: z.enum(incidentKinds),
  happenedAt: instant,
  description: line(longestDescription),
};

export const reportIncident = endpoint({
  method: "POST",
  path: "/api/app/incident/incident",
  summary:
    "Reports an incident about a membership, with up to five files in the field `file`. JSON is accepted if there are no files.",
  errors: [403, 413, 415],
  multipart: true,
  orJson: true,
  body: z.strictObject({ profileLevelAccessId: id, ...facts }),
  response: incident,
});

export const changeIncident = endpoint({
  method: "PUT",
  path: "/api/app/incident/{id}/incident",
  summary:
    "Corrects, closes, or reopens an incident, records when an authority was notified, and adds files. JSON is accepted if there are no files.",
  errors: [403, 409, 413, 415],
  multipart: true,
  orJson: true,
  body: z.strictObject({
    ...facts,
    state: z.enum(incidentStates),
    authorityToldAt: instant.nullish(),
    version: z.coerce.number().int().min(1),
  }),
  response: incident,
});

/** An endpoint of ours, for those who manage the incident. */
export const handleIncident = endpoint({
  method: "PUT",
  path: "/api/app/incident/{id}/handling",
  summary:
    "Sets who looks after an incident, which steps of the report are done, and whether a legal hold stops the disposal of what is kept about the person. What isn't included stays as it is.",
  errors: [403, 409],
  body: z.strictObject({
    assignedTo: id.nullish(),
    stepsDone: z.array(z.enum(dutyKeys)).max(dutyKeys.length).optional(),
    held: z.boolean().optional(),
    version: z.int().min(1),
  }),
  response: incident,
});

/** An endpoint of ours, for those who manage the incident. */
export const exportIncident = endpoint({
  method: "GET",
  path: "/api/app/incident/{id}/report",
  summary: "Downloads an incident with its history as a PDF/A document for an authority. Each export is logged.",
  errors: [403],
  response: fileContent,
});

/** An endpoint of ours that returns one of them. */
export const getIncident = endpoint({
  method: "GET",
  path: "/api/app/incident/{id}",
  summary: "Gets an incident with its result. Each view is logged.",
  errors: [403],
  response: incident.extend({
    /** The steps that the law asks for, by the organization's state; null for the state where its law isn't listed. */
    duties: z.object({
      /** Without steps where it is `never`. */
      reach: z.enum(dutyReaches),
      stateName: z.string().nullable(),
      asOf: z.string(),
      steps: z.array(
        z.object({
          key: z.enum(dutyKeys),
          text: z.string(),
          law: z.string().nullable(),
          url: z.string().nullable(),
          done: z.boolean(),
        }),
      ),
    }),
    /** People who may look after it, at most 100; empty for who may not change it. */
    candidates: z.array(z.object({ profileId: id, name: z.string() })),
    history: z.array(
      z.object({
        incidentEventId: id,
        at: instant,
        actorName: z.string(),
        changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
      }),
    ),
  }),
});

export const getIncidentDocument = endpoint({
  method: "GET",
  path: "/api/app/incident/{id}/incident-document/{docId}",
  summary: "Downloads a document of an incident. Each view is logged.",
  errors: [403],
  response: fileContent,
});

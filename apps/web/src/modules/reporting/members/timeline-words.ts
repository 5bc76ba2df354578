import {
  type AttemptState,
  overallStatusLabels,
  type RequirementEventKind,
  type RequirementStatus,
  requirementStatusLabels,
} from "@touchline/contract";
import type { TimelineKind, TimelineLine } from "@touchline/contract/reporting/timeline";
import { mailName } from "@touchline/rules/messages/mail-names";
import { dayOfInstant, dayText } from "../../../dates.ts";

type Of<Kind extends TimelineKind> = Extract<TimelineLine, { kind: Kind }>;

/** One thing that happened, in a sentence. */
export interface Told {
  id: string;
  at: string;
  kind: TimelineKind;
  /** For the picture beside it. */
  toState: AttemptState | null;
  toStatus: RequirementStatus | null;
  text: string;
  /** More of it: a note, a reason, what became of what. */
  more: string[];
  /** Where it can be looked at. */
  href: string | null;
}

export const timelineKindLabels: Record<TimelineKind, string> = {
  requirements: "Requirements",
  exceptions: "Exceptions",
  memberships: "Memberships",
  details: "Details",
  mails: "Mail",
  notes: "Notes",
  incidents: "Incidents",
  log: "Log",
};

const list = new Intl.ListFormat("en", { type: "conjunction" });

/** What somebody did with a submission: "Dana Reyes approved Coach agreement". */
const stateActs: Record<AttemptState, string> = {
  draft: "began",
  waitingApplicant: "sent on to the member:",
  waitingProvider: "sent to the provider:",
  pendingReview: "sent in",
  approved: "approved",
  reset: "sent back",
  disqualified: "disqualified the member over",
  canceled: "canceled",
  withdrawn: "took back",
};
/** What became of an attempt, in words where nobody did it. */
const stateWords: Record<AttemptState, string> = {
  draft: "was begun",
  waitingApplicant: "waits for the member",
  waitingProvider: "went to the provider",
  pendingReview: "was sent in for review",
  approved: "was approved",
  reset: "was sent back to be done again",
  disqualified: "led to disqualification",
  canceled: "was canceled",
  withdrawn: "was withdrawn",
};
/** What reviewers do beside the usual way; what is asked for, and what no longer is. */
const acts: Partial<Record<RequirementEventKind, [did: string, was: string]>> = {
  carriedOver: ["carried over by import:", "was carried over by import"],
  markedComplete: ["marked complete:", "was marked complete"],
  markedIncomplete: ["marked incomplete:", "was marked incomplete"],
  dateEdited: ["corrected the completed date of", "had its completed date corrected"],
  validUntilEdited: ["corrected the last valid day of", "had its last valid day corrected"],
  reinstated: ["reinstated", "was reinstated"],
  extended: ["extended", "was extended"],
  extensionEnded: ["ended the extension of", "is no longer extended"],
  disqualifyProposed: ["proposed to disqualify by", "was proposed for disqualification"],
  disqualifyDeclined: ["declined to disqualify by", "had its proposed disqualification declined"],
};
/** Statuses that only repeat what the submission itself says. */
const impliedBy: Partial<Record<AttemptState, RequirementStatus>> = {
  waitingApplicant: 1,
  waitingProvider: 2,
  pendingReview: 7,
  approved: 3,
  disqualified: 8,
};

const mailWords = { Sent: "was sent", Waiting: "waits to be sent", Failed: "could not be sent" };

const detailNames: Record<string, string> = {
  name: "the name",
  dateOfBirth: "the date of birth",
  contact: "the contact details",
  emergencyContacts: "the emergency contacts",
  citizenship: "the citizenship",
  ussfId: "the U.S. Soccer ID",
  photo: "the photo",
  conditions: "the answers",
};
const fieldNames: Record<string, string> = {
  firstName: "First name",
  lastName: "Last name",
  email: "Email",
  stateId: "State",
  dateOfBirth: "Date of birth",
  ussfId: "U.S. Soccer ID",
  emergencyContacts: "Emergency contacts",
  otherCountry: "Other country",
};
const logWords: Record<string, string> = {
  "file.viewed": "viewed a confidential file",
  "incident.viewed": "viewed an incident",
  "incident.documentViewed": "viewed an incident document",
  "person.added": "added this person",
  "person.invited": "invited this person",
  "record.downloaded": "downloaded the record of this person",
  "record.exported": "exported the record of this person",
  "person.merged": "merged two profiles of this person",
};

export const fieldName = (field: string) =>
  fieldNames[field] ??
  `${field.charAt(0).toUpperCase()}${field
    .slice(1)
    .replaceAll(/([A-Z])/g, " $1")
    .toLowerCase()}`;

/** What became of what: "City: Tacoma, was Seattle". */
export const changeText = ({ field, before, after }: { field: string; before: string; after: string }) =>
  `${fieldName(field)}: ${after || "none"}${before ? `, was ${before}` : ""}`;

/**
 * Tells a history. What belongs together is one event: a submission and the status it brings, everything that one act asked
 * for or dropped at once. The order is kept, newest first as the server lists it.
 *
 * @param member whose history it is: an approval by the member is a submission that needed no review.
 */
export function tellTimeline(lines: readonly TimelineLine[], member: string, zone: string): Told[] {
  const groups = new Map<string, TimelineLine[]>();
  for (const line of lines) {
    const key = line.kind === "requirements" ? `${line.at} ${line.contentName}` : line.id;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  const together = new Map<string, Of<"requirements">[][]>();
  const told: (Told | { same: string })[] = [];
  for (const group of groups.values()) {
    const [first] = group as [TimelineLine];
    if (first.kind !== "requirements") {
      told.push(tellOne(first, member));
      continue;
    }
    const of = group as Of<"requirements">[];
    const main = mainOf(of);
    const many = main.what === "demanded" || main.what === "dropped";
    const same = many ? `${main.at} ${main.what} ${main.actorName} ${statusOf(of)}` : main.id;
    if (!together.has(same)) told.push({ same });
    together.set(same, [...(together.get(same) ?? []), of]);
  }
  return told.map((one) => ("same" in one ? tellRequirements(together.get(one.same) ?? [], member, zone) : one));
}

const statusOf = (events: readonly Of<"requirements">[]) =>
  events.find((event) => event.toStatus !== null)?.toStatus ?? null;

const mainOf = (events: readonly Of<"requirements">[]) =>
  events.find((event) => event.what in acts) ??
  // What is to be done again by a day is told with the approval that it is of, where there is one.
  events.find((event) => event.what !== "status" && event.what !== "redoAsked") ??
  events.find((event) => event.what === "redoAsked") ??
  (events[0] as Of<"requirements">);

function tellRequirements(groups: readonly Of<"requirements">[][], member: string, zone: string): Told {
  const events = groups[0] as Of<"requirements">[];
  const main = mainOf(events);
  const status = statusOf(events);
  const names = list.format(groups.map((group) => mainOf(group).contentName).sort((a, b) => a.localeCompare(b)));
  const obvious = main.toState !== null && impliedBy[main.toState] === status;
  const now = status === null ? "" : requirementStatusLabels[status];
  const then = status === null || status === 0 || obvious || main.what === "status" ? "" : `; now ${now}`;
  const actor = main.actorName ?? events.find((event) => event.actorName !== null)?.actorName ?? null;
  const { id, at, kind, toState, reason, formerCompletedAt, formerValidUntil } = main;
  const redoBy = events.find((event) => event.redoBy !== null)?.redoBy ?? null;
  return {
    ...{ id, at, kind, toState },
    toStatus: status,
    text: `${requirementText(main, names, actor, member, now)}${then}.`,
    more: [
      ...(formerCompletedAt === null ? [] : [`Completed on ${dayOfInstant(formerCompletedAt, zone)} before.`]),
      ...(formerValidUntil === null ? [] : [`Valid through ${dayText(formerValidUntil)} before.`]),
      ...(redoBy === null ? [] : [`Counts through ${dayText(redoBy)} at most: a newer version is to be done by then.`]),
      ...(reason === null ? [] : main.what === "extended" ? decreeText(reason) : [reason]),
    ],
    href: null,
  };
}

/** The note of an extension begins with the last day that it gives. */
function decreeText(note: string): string[] {
  const [, day, reason] = /^(\d{4}-\d\d-\d\d): (.*)$/s.exec(note) ?? [];
  return day === undefined || reason === undefined ? [note] : [`Counts through ${dayText(day)}.`, reason];
}

function requirementText(
  { what, toState }: Of<"requirements">,
  names: string,
  actor: string | null,
  member: string,
  now: string,
): string {
  if (what === "status") return `${names} became ${now}`;
  if (what === "demanded") return `${names}: asked for`;
  if (what === "redoAsked") return `${names}: to be done again`;
  if (what === "dropped") return `${names}: no longer asked for`;
  const [did, was] =
    acts[what] ?? (toState === null ? ["changed", "was changed"] : [stateActs[toState], stateWords[toState]]);
  if (toState === "approved" && actor === member) return `${member} sent in ${names}, which counts at once`;
  return actor === null ? `${names} ${was}` : `${actor} ${did} ${names}`;
}

function tellOne(line: Exclude<TimelineLine, Of<"requirements">>, member: string): Told {
  const { id, at, kind, actorName } = line;
  const plain = { id, at, kind, toState: null, toStatus: null, more: [] as string[], href: null };
  const by = actorName ?? "Somebody";
  switch (line.kind) {
    case "exceptions":
      return { ...plain, text: exceptionText(line), more: line.reason === null ? [] : [line.reason] };
    case "memberships":
      return { ...plain, text: membershipText(line, member) };
    case "details":
      return {
        ...plain,
        text: `${by === member ? member : by} changed ${detailNames[line.what] ?? fieldName(line.what).toLowerCase()}.`,
        more: (line.changes ?? []).map(changeText),
      };
    case "mails":
      return { ...plain, text: `A mail ${mailWords[line.state]}: ${mailName(line.what)}.` };
    case "notes":
      return { ...plain, text: `${by} added a note.`, more: [line.text] };
    case "incidents":
      return {
        ...plain,
        text: line.what === "reported" ? `${by} reported an incident.` : `${by} worked on an incident.`,
        href: `/incidents/${line.incidentId}`,
      };
    case "log":
      return { ...plain, text: `${by} ${logWords[line.what] ?? `did: ${line.what}`}.` };
  }
}

function exceptionText({ what, contentName, levelName, labelName, untilDay, actorName }: Of<"exceptions">): string {
  const whom = levelName === null ? "" : `, as ${labelName ? `every ${labelName}` : "everybody"} at ${levelName}`;
  const until = untilDay === null ? "" : ` until ${dayText(untilDay)}`;
  const by = actorName === null ? "" : ` by ${actorName}`;
  const words = {
    exempted: `Exempted from ${contentName}${until}${whom}${by}.`,
    ended: `No longer exempt from ${contentName}${whom}: ended${by}.`,
    endUndone: `Exempt from ${contentName}${until}${whom} again: its end was taken back${by}.`,
    undone: `No longer exempt from ${contentName}${whom}: the change that brought it was undone${by}.`,
    over: `No longer exempt from ${contentName}${whom}: the last day has passed.`,
  };
  return words[what];
}

function membershipText(
  { what, labelName, levelName, toStatus, actorName }: Of<"memberships">,
  member: string,
): string {
  const as = `${labelName} at ${levelName}`;
  if (what === "status") return `${member} became ${toStatus === null ? "" : overallStatusLabels[toStatus]} as ${as}.`;
  const byOther = actorName !== null && actorName !== member;
  const words = {
    joined: byOther ? `${actorName} added ${member} as ${as}.` : `${member} joined as ${as}.`,
    left: byOther ? `${actorName} removed ${member} as ${as}.` : `${member} left as ${as}.`,
    relabelled: byOther ? `${actorName} made ${member} ${as}.` : `${member} became ${as}.`,
    moved: byOther
      ? `${actorName} moved ${member} to ${levelName}, as ${labelName}.`
      : `${member} moved to ${levelName}.`,
  };
  return words[what];
}

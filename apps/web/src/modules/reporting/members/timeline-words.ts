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
import { words } from "./words.ts";

type Of<Kind extends TimelineKind> = Extract<TimelineLine, { kind: Kind }>;

/** One thing that happened, in a sentence. */
export interface TimelineEntry {
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
  requirements: words.requirements,
  exceptions: words.exceptions,
  memberships: words.memberships,
  details: words.details,
  mails: words.mail,
  notes: words.notes,
  incidents: words.incidents,
  log: words.log,
};

const list = new Intl.ListFormat("en", { type: "conjunction" });

/** What somebody did with a submission: "Dana Reyes approved Coach agreement". */
const stateActs: Record<AttemptState, string> = {
  draft: "began",
  waitingApplicant: words.sentOnToTheMember,
  waitingProvider: words.sentToTheProvider,
  pendingReview: words.sentIn,
  approved: "approved",
  reset: words.sentBack,
  disqualified: words.disqualifiedTheMemberOver,
  canceled: "canceled",
  withdrawn: words.tookBack,
};
/** What became of an attempt, in words where nobody did it. */
const stateWords: Record<AttemptState, string> = {
  draft: words.wasBegun,
  waitingApplicant: words.waitsForTheMember2,
  waitingProvider: words.wentToTheProvider,
  pendingReview: words.wasSentInForReview,
  approved: words.wasApproved,
  reset: words.wasSentBackToBe,
  disqualified: words.ledToDisqualification,
  canceled: words.wasCanceled,
  withdrawn: words.wasWithdrawn,
};
/** What reviewers do beside the usual way; what is asked for, and what no longer is. */
const acts: Partial<Record<RequirementEventKind, [did: string, was: string]>> = {
  carriedOver: [words.carriedOverByImport, words.wasCarriedOverByImport],
  markedComplete: [words.markedComplete2, words.wasMarkedComplete],
  markedIncomplete: [words.markedIncomplete, words.wasMarkedIncomplete],
  dateEdited: [words.correctedTheCompletedDateOf, words.hadItsCompletedDateCorrected],
  validUntilEdited: [words.correctedTheLastValidDay, words.hadItsLastValidDay],
  reinstated: ["reinstated", words.wasReinstated],
  extended: ["extended", words.wasExtended],
  extensionEnded: [words.endedTheExtensionOf, words.isNoLongerExtended],
  disqualifyProposed: [words.proposedToDisqualifyBy, words.wasProposedForDisqualification],
  disqualifyDeclined: [words.declinedToDisqualifyBy, words.hadItsProposedDisqualificationDeclined],
};
/** Statuses that only repeat what the submission itself says. */
const impliedBy: Partial<Record<AttemptState, RequirementStatus>> = {
  waitingApplicant: 1,
  waitingProvider: 2,
  pendingReview: 7,
  approved: 3,
  disqualified: 8,
};

const mailWords = { Sent: words.wasSent, Waiting: words.waitsToBeSent, Failed: words.couldNotBeSent };

const detailNames: Record<string, string> = {
  name: words.theName,
  dateOfBirth: words.theDateOfBirth,
  contact: words.theContactDetails,
  emergencyContacts: words.theEmergencyContacts,
  citizenship: words.theCitizenship,
  ussfId: words.theUsSoccerId,
  photo: words.thePhoto,
  conditions: words.theAnswers,
};
const fieldNames: Record<string, string> = {
  firstName: words.firstName,
  lastName: words.lastName,
  email: words.email,
  stateId: words.state,
  dateOfBirth: words.dateOfBirth,
  ussfId: words.usSoccerId,
  emergencyContacts: words.emergencyContacts,
  otherCountry: words.otherCountry,
};
const logWords: Record<string, string> = {
  "file.viewed": words.viewedAConfidentialFile,
  "incident.viewed": words.viewedAnIncident,
  "incident.documentViewed": words.viewedAnIncidentDocument,
  "person.added": words.addedThisPerson,
  "person.invited": words.invitedThisPerson,
  "record.downloaded": words.downloadedTheRecordOfThis,
  "record.exported": words.exportedTheRecordOfThis,
  "person.merged": words.mergedTwoProfilesOfThis,
};

export const fieldName = (field: string) =>
  fieldNames[field] ??
  `${field.charAt(0).toUpperCase()}${field
    .slice(1)
    .replaceAll(/([A-Z])/g, " $1")
    .toLowerCase()}`;

/** What became of what: "City: Tacoma, was Seattle". */
export const changeText = ({ field, before, after }: { field: string; before: string; after: string }) =>
  `${fieldName(field)}: ${after || "none"}${before ? words.was({ before }) : ""}`;

/**
 * Tells a history. What belongs together is one event: a submission and the status it brings, everything that one act asked
 * for or dropped at once. The order is kept, newest first as the server lists it.
 *
 * @param member whose history it is: an approval by the member is a submission that needed no review.
 */
export function tellTimeline(lines: readonly TimelineLine[], member: string, zone: string): TimelineEntry[] {
  const groups = new Map<string, TimelineLine[]>();
  for (const line of lines) {
    const key = line.kind === "requirements" ? `${line.at} ${line.contentName}` : line.id;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  const together = new Map<string, Of<"requirements">[][]>();
  const told: (TimelineEntry | { same: string })[] = [];
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

function tellRequirements(groups: readonly Of<"requirements">[][], member: string, zone: string): TimelineEntry {
  const events = groups[0] as Of<"requirements">[];
  const main = mainOf(events);
  const status = statusOf(events);
  const names = list.format(groups.map((group) => mainOf(group).contentName).sort((a, b) => a.localeCompare(b)));
  const obvious = main.toState !== null && impliedBy[main.toState] === status;
  const now = status === null ? "" : requirementStatusLabels[status];
  const then = status === null || status === 0 || obvious || main.what === "status" ? "" : words.now2({ now });
  const actor = main.actorName ?? events.find((event) => event.actorName !== null)?.actorName ?? null;
  const { id, at, kind, toState, reason, formerCompletedAt, formerValidUntil } = main;
  const redoBy = events.find((event) => event.redoBy !== null)?.redoBy ?? null;
  return {
    ...{ id, at, kind, toState },
    toStatus: status,
    text: `${requirementText(main, names, actor, member, now)}${then}.`,
    more: [
      ...(formerCompletedAt === null
        ? []
        : [words.completedOnBefore({ dayOfInstant: dayOfInstant(formerCompletedAt, zone) })]),
      ...(formerValidUntil === null ? [] : [words.validThroughBefore({ day: dayText(formerValidUntil) })]),
      ...(redoBy === null ? [] : [words.countsThroughAtMostA({ day: dayText(redoBy) })]),
      ...(reason === null ? [] : main.what === "extended" ? decreeText(reason) : [reason]),
    ],
    href: null,
  };
}

/** The note of an extension begins with the last day that it gives. */
function decreeText(note: string): string[] {
  const [, day, reason] = /^(\d{4}-\d\d-\d\d): (.*)$/s.exec(note) ?? [];
  return day === undefined || reason === undefined ? [note] : [words.countsThrough({ day: dayText(day) }), reason];
}

function requirementText(
  { what, toState }: Of<"requirements">,
  names: string,
  actor: string | null,
  member: string,
  now: string,
): string {
  if (what === "status") return words.became({ names, now });
  if (what === "demanded") return words.askedFor({ names });
  if (what === "redoAsked") return words.toBeDoneAgain({ names });
  if (what === "dropped") return words.noLongerAskedFor({ names });
  const [did, was] =
    acts[what] ?? (toState === null ? ["changed", words.wasChanged] : [stateActs[toState], stateWords[toState]]);
  if (toState === "approved" && actor === member) return words.sentInWhichCountsAt({ member, names });
  return actor === null ? `${names} ${was}` : `${actor} ${did} ${names}`;
}

function tellOne(line: Exclude<TimelineLine, Of<"requirements">>, member: string): TimelineEntry {
  const { id, at, kind, actorName } = line;
  const plain = { id, at, kind, toState: null, toStatus: null, more: [] as string[], href: null };
  const by = actorName ?? words.somebody;
  switch (line.kind) {
    case "exceptions":
      return { ...plain, text: exceptionText(line), more: line.reason === null ? [] : [line.reason] };
    case "memberships":
      return { ...plain, text: membershipText(line, member) };
    case "details":
      return {
        ...plain,
        text: words.changed({
          value: by === member ? member : by,
          value2: detailNames[line.what] ?? fieldName(line.what).toLowerCase(),
        }),
        more: (line.changes ?? []).map(changeText),
      };
    case "mails":
      return { ...plain, text: words.aMail({ value: mailWords[line.state], mailName: mailName(line.what) }) };
    case "notes":
      return { ...plain, text: words.addedANote({ by }), more: [line.text] };
    case "incidents":
      return {
        ...plain,
        text: line.what === "reported" ? words.reportedAnIncident({ by }) : words.workedOnAnIncident({ by }),
        href: `/incidents/${line.incidentId}`,
      };
    case "log":
      return { ...plain, text: `${by} ${logWords[line.what] ?? words.did({ what: line.what })}.` };
  }
}

function exceptionText({ what, contentName, levelName, labelName, untilDay, actorName }: Of<"exceptions">): string {
  const whom = levelName === null ? "" : `, as ${labelName ? words.every({ labelName }) : "everybody"} at ${levelName}`;
  const until = untilDay === null ? "" : words.until({ day: dayText(untilDay) });
  const by = actorName === null ? "" : words.by2({ actorName });
  const texts = {
    exempted: words.exemptedFrom({ contentName, until, whom, by }),
    ended: words.noLongerExemptFromEnded({ contentName, whom, by }),
    endUndone: words.exemptFromAgainItsEnd({ contentName, until, whom, by }),
    undone: words.noLongerExemptFromThe({ contentName, whom, by }),
    over: words.noLongerExemptFromTheLast({ contentName, whom }),
  };
  return texts[what];
}

function membershipText(
  { what, labelName, levelName, toStatus, actorName }: Of<"memberships">,
  member: string,
): string {
  const as = words.at({ labelName, levelName });
  if (what === "status")
    return words.becameAs({ member, value: toStatus === null ? "" : overallStatusLabels[toStatus], as });
  const byOther = actorName !== null && actorName !== member;
  const wording = {
    joined: byOther ? words.addedAs({ actorName, member, as }) : words.joinedAs({ member, as }),
    left: byOther ? words.removedAs({ actorName, member, as }) : words.leftAs({ member, as }),
    relabelled: byOther ? words.made({ actorName, member, as }) : words.became2({ member, as }),
    moved: byOther
      ? words.movedToAs({ actorName, member, levelName, labelName })
      : words.movedTo({ member, levelName }),
  };
  return wording[what];
}

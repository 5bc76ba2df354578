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
  /** Determines the icon. */
  toState: AttemptState | null;
  toStatus: RequirementStatus | null;
  text: string;
  /** More of it: a note, a reason, the status it brought. */
  more: string[];
  /** The page with the details. */
  href: string | null;
}

export const timelineKindLabels: Record<TimelineKind, string> = {
  requirements: words.requirements,
  exceptions: words.exceptions,
  memberships: words.memberships,
  details: words.details,
  mails: words.emails,
  notes: words.notes,
  incidents: words.incidents,
  log: words.log,
};

const list = new Intl.ListFormat("en", { type: "conjunction" });

/** Sentences about a requirement's events, with and without the person who caused them. */
interface Deed {
  by: (of: { actor: string; name: string }) => string;
  alone: (of: { name: string }) => string;
}

const stateDeeds: Record<AttemptState, Deed> = {
  draft: { by: words.startedBy, alone: words.started },
  waitingApplicant: { by: words.sentToMemberBy, alone: words.waitingForMember },
  waitingProvider: { by: words.sentToProviderBy, alone: words.sentToProvider },
  pendingReview: { by: words.submittedRequirementBy, alone: words.submittedForReview },
  approved: { by: words.approvedBy, alone: words.approved },
  reset: { by: words.changesRequestedBy, alone: words.changesRequested },
  disqualified: { by: words.disqualifiedBy, alone: words.disqualified },
  canceled: { by: words.canceledBy, alone: words.canceled },
  withdrawn: { by: words.withdrawnBy, alone: words.withdrawn },
};
/** Acts of reviewers and imports outside the usual review. */
const deeds: Partial<Record<RequirementEventKind, Deed>> = {
  carriedOver: { by: words.importedBy, alone: words.imported },
  markedComplete: { by: words.markedCompleteBy, alone: words.markedComplete },
  markedIncomplete: { by: words.markedIncompleteBy, alone: words.markedIncomplete },
  dateEdited: { by: words.completedDateCorrectedBy, alone: words.completedDateCorrected },
  validUntilEdited: { by: words.lastDayCorrectedBy, alone: words.lastDayCorrected },
  reinstated: { by: words.reinstatedBy, alone: words.reinstated },
  extended: { by: words.extendedBy, alone: words.extended },
  extensionEnded: { by: words.extensionEndedBy, alone: words.extensionEnded },
  disqualifyProposed: { by: words.disqualificationProposedBy, alone: words.disqualificationProposed },
  disqualifyDeclined: { by: words.disqualificationDeclinedBy, alone: words.disqualificationDeclined },
  liveScanFormMade: { by: words.liveScanFormMadeBy, alone: words.liveScanFormMade },
  liveScanSent: { by: words.liveScanSentBy, alone: words.liveScanSent },
  liveScanCleared: { by: words.liveScanClearedBy, alone: words.liveScanCleared },
  liveScanDelayed: { by: words.liveScanDelayedBy, alone: words.liveScanDelayed },
  liveScanRecord: { by: words.liveScanRecordBy, alone: words.liveScanRecord },
  jdpResultImported: { by: words.jdpResultImportedBy, alone: words.jdpResultImported },
  jdpResultRecorded: { by: words.jdpResultRecordedBy, alone: words.jdpResultRecorded },
  ncsiResultImported: { by: words.ncsiResultImportedBy, alone: words.ncsiResultImported },
  ncsiResultRecorded: { by: words.ncsiResultRecordedBy, alone: words.ncsiResultRecorded },
  externalResultUndone: { by: words.externalResultUndoneBy, alone: words.externalResultUndone },
  liveScanRetake: { by: words.liveScanRetakeBy, alone: words.liveScanRetake },
  liveScanNoticeSent: { by: words.liveScanNoticeSentBy, alone: words.liveScanNoticeSent },
  liveScanNoticeNotNeeded: { by: words.liveScanNoticeNotNeededBy, alone: words.liveScanNoticeNotNeeded },
  adverseStarted: { by: words.adverseStartedBy, alone: words.adverseStarted },
  adverseStatement: { by: words.adverseStatementBy, alone: words.adverseStatement },
  adverseDisputed: { by: words.adverseDisputedBy, alone: words.adverseDisputed },
  adverseDisputeClosed: { by: words.adverseDisputeClosedBy, alone: words.adverseDisputeClosed },
  adverseDisputedLate: { by: words.adverseDisputedLateBy, alone: words.adverseDisputedLate },
  adversePeriodEnded: { by: words.adversePeriodEnded, alone: words.adversePeriodEnded },
  adverseFinal: { by: words.adverseFinalBy, alone: words.adverseFinal },
  adverseCleared: { by: words.adverseClearedBy, alone: words.adverseCleared },
  adverseStopped: { by: words.adverseStopped, alone: words.adverseStopped },
};
const otherDeed: Deed = { by: words.changedBy, alone: words.changed };
/** Statuses that only repeat what the submission itself says. */
const impliedBy: Partial<Record<AttemptState, RequirementStatus>> = {
  waitingApplicant: 1,
  waitingProvider: 2,
  pendingReview: 7,
  approved: 3,
  disqualified: 8,
};

const mailTexts = { Sent: words.emailSent, Waiting: words.emailWaiting, Failed: words.emailFailed };

const detailTexts: Record<string, (of: { actor: string }) => string> = {
  name: words.changedName,
  dateOfBirth: words.changedDateOfBirth,
  contact: words.changedContact,
  emergencyContacts: words.changedEmergencyContacts,
  citizenship: words.changedCitizenship,
  ussfId: words.changedUsSoccerId,
  photo: words.changedPhoto,
  conditions: words.changedAnswers,
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
const logTexts: Record<string, (of: { actor: string }) => string> = {
  "file.viewed": words.viewedFile,
  "incident.viewed": words.viewedIncident,
  "incident.documentViewed": words.viewedIncidentDocument,
  "person.added": words.addedPerson,
  "person.invited": words.invitedPerson,
  "record.downloaded": words.downloadedRecord,
  "record.exported": words.exportedRecord,
  "person.merged": words.mergedProfiles,
};

export const fieldName = (field: string) =>
  fieldNames[field] ??
  `${field.charAt(0).toUpperCase()}${field
    .slice(1)
    .replaceAll(/([A-Z])/g, " $1")
    .toLowerCase()}`;

/** A detail's new and old value: "City: Tacoma, was Seattle". */
export function changeText({ field, before, after }: { field: string; before: string; after: string }): string {
  const name = fieldName(field);
  if (before === "") return words.fieldSet({ field: name, after: after || words.none });
  return after === ""
    ? words.fieldCleared({ field: name, before })
    : words.fieldChanged({ field: name, before, after });
}

/**
 * Describes a history. Related entries become one event: a submission and its status change, or everything that one
 * action added or
 * removed. The order is kept, newest first as the server lists it.
 *
 * @param member the person of the history: an approval by the member is a submission that needed no review.
 */
export function describeTimeline(lines: readonly TimelineLine[], member: string, zone: string): TimelineEntry[] {
  const groups = new Map<string, TimelineLine[]>();
  for (const line of lines) {
    const key = line.kind === "requirements" ? `${line.at} ${line.contentName}` : line.id;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  const together = new Map<string, Of<"requirements">[][]>();
  const entries: (TimelineEntry | { same: string })[] = [];
  for (const group of groups.values()) {
    const [first] = group as [TimelineLine];
    if (first.kind !== "requirements") {
      entries.push(describeLine(first, member));
      continue;
    }
    const of = group as Of<"requirements">[];
    const main = mainOf(of);
    const many = main.what === "demanded" || main.what === "dropped";
    const same = many ? `${main.at} ${main.what} ${main.actorName} ${statusOf(of)}` : main.id;
    if (!together.has(same)) entries.push({ same });
    together.set(same, [...(together.get(same) ?? []), of]);
  }
  return entries.map((one) => ("same" in one ? describeRequirements(together.get(one.same) ?? [], member, zone) : one));
}

const statusOf = (events: readonly Of<"requirements">[]) =>
  events.find((event) => event.toStatus !== null)?.toStatus ?? null;

const mainOf = (events: readonly Of<"requirements">[]) =>
  events.find((event) => event.what in deeds) ??
  // A deadline to complete it again is described with its approval, if there is one.
  events.find((event) => event.what !== "status" && event.what !== "redoAsked") ??
  events.find((event) => event.what === "redoAsked") ??
  (events[0] as Of<"requirements">);

function describeRequirements(groups: readonly Of<"requirements">[][], member: string, zone: string): TimelineEntry {
  const events = groups[0] as Of<"requirements">[];
  const main = mainOf(events);
  const status = statusOf(events);
  const names = list.format(groups.map((group) => mainOf(group).contentName).sort((a, b) => a.localeCompare(b)));
  const obvious = main.toState !== null && impliedBy[main.toState] === status;
  const now = status === null ? "" : requirementStatusLabels[status];
  const isStatusImplied = status === null || status === 0 || obvious || main.what === "status";
  const actor = main.actorName ?? events.find((event) => event.actorName !== null)?.actorName ?? null;
  const { id, at, kind, toState, reason, formerCompletedAt, formerValidUntil } = main;
  const redoBy = events.find((event) => event.redoBy !== null)?.redoBy ?? null;
  return {
    ...{ id, at, kind, toState },
    toStatus: status,
    text: requirementText(main, names, actor, member, now),
    more: [
      ...(isStatusImplied ? [] : [words.statusNow({ status: now })]),
      ...(formerCompletedAt === null ? [] : [words.completedBefore({ day: dayOfInstant(formerCompletedAt, zone) })]),
      ...(formerValidUntil === null ? [] : [words.validThroughBefore({ day: dayText(formerValidUntil) })]),
      ...(redoBy === null ? [] : [words.countsThroughAtMost({ day: dayText(redoBy) })]),
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
  if (what === "status") return words.statusChanged({ name: names, status: now });
  if (what === "demanded") return words.nowRequired({ names });
  if (what === "redoAsked") return words.requiredAgain({ names });
  if (what === "dropped") return words.requiredNoLonger({ names });
  if (toState === "approved" && actor === member) return words.submittedWithoutReview({ member, name: names });
  const deed = deeds[what] ?? (toState === null ? otherDeed : stateDeeds[toState]);
  return actor === null ? deed.alone({ name: names }) : deed.by({ actor, name: names });
}

function describeLine(line: Exclude<TimelineLine, Of<"requirements">>, member: string): TimelineEntry {
  const { id, at, kind, actorName } = line;
  const plain = { id, at, kind, toState: null, toStatus: null, more: [] as string[], href: null };
  const actor = actorName ?? words.someone;
  switch (line.kind) {
    case "exceptions":
      return { ...plain, text: exceptionText(line), more: exceptionDetails(line) };
    case "memberships":
      return { ...plain, text: membershipText(line, member) };
    case "details":
      return {
        ...plain,
        text:
          detailTexts[line.what]?.({ actor }) ??
          words.changedOther({ actor, field: fieldName(line.what).toLowerCase() }),
        more: (line.changes ?? []).map(changeText),
      };
    case "mails":
      return { ...plain, text: mailTexts[line.state]({ name: mailName(line.what) }) };
    case "notes":
      return { ...plain, text: words.addedNote({ actor }), more: [line.text] };
    case "incidents":
      return {
        ...plain,
        text: line.what === "reported" ? words.reportedIncident({ actor }) : words.updatedIncident({ actor }),
        href: `/incidents/${line.incidentId}`,
      };
    case "log":
      return { ...plain, text: logTexts[line.what]?.({ actor }) ?? words.didOther({ actor, what: line.what }) };
  }
}

function exceptionText({ what, contentName: name, actorName: actor }: Of<"exceptions">): string {
  if (actor === null) {
    const alone = {
      exempted: words.exempted,
      ended: words.exemptionEnded,
      endUndone: words.exemptionRestored,
      undone: words.exemptionUndone,
      over: words.exemptionExpired,
    };
    return alone[what]({ name });
  }
  const by = {
    exempted: words.exemptedBy,
    ended: words.exemptionEndedBy,
    endUndone: words.exemptionRestoredBy,
    undone: words.exemptionUndoneBy,
    over: words.exemptionExpired,
  };
  return by[what]({ actor, name });
}

/** Whom an exception is for, until when, and why. */
function exceptionDetails({ what, levelName: level, labelName, untilDay, reason }: Of<"exceptions">): string[] {
  const lasts = what === "exempted" || what === "endUndone";
  return [
    ...(level === null
      ? []
      : [labelName ? words.appliesToRole({ role: labelName, level }) : words.appliesToLevel({ level })]),
    ...(untilDay === null || !lasts ? [] : [words.countsThrough({ day: dayText(untilDay) })]),
    ...(reason === null ? [] : [reason]),
  ];
}

function membershipText(
  { what, labelName: role, levelName: level, toStatus, actorName: actor }: Of<"memberships">,
  member: string,
): string {
  const of = { member, role, level };
  if (what === "status") {
    return words.becameStatus({ ...of, status: toStatus === null ? "" : overallStatusLabels[toStatus] });
  }
  const byOther = actor !== null && actor !== member;
  const wording = {
    joined: byOther ? words.addedBy({ actor, ...of }) : words.joinedAs(of),
    left: byOther ? words.removedBy({ actor, ...of }) : words.leftAs(of),
    relabelled: byOther ? words.roleChangedBy({ actor, ...of }) : words.roleBecame(of),
    moved: byOther ? words.movedBy({ actor, ...of }) : words.movedTo({ member, level }),
  };
  return wording[what];
}

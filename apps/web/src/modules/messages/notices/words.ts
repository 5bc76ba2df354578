import type { ImportState, ReviewDecision } from "@touchline/contract";
import type { Tone } from "@touchline/ui";
import { plural } from "../../../plural.ts";
import { taskTitle } from "../../tasks/tasks/words.ts";
import type { NoticeItem } from "./queries.ts";

/** Every text of the notifications: the bell, the page, and what each notification says. */
export const words = {
  // The bell and the page
  notifications: "Notifications",
  notificationsUnread: ({ count }: { count: string }) => `Notifications, ${count} unread`,
  pageHint: "Decisions, finished tasks, and other news from the last 90 days.",
  loadingNotifications: "Loading notifications",
  notificationsNotLoaded: "Your notifications couldn't be loaded",
  new: "New",
  recent: "Recent",
  showOlder: "Show older",
  nothingNew: "Nothing new",
  nothingNewHint: "Decisions on your submissions and finished tasks appear here.",

  // A decision on one's own submission, or on a child's
  approved: ({ requirement }: { requirement: string }) => `${requirement} was approved.`,
  approvedFor: ({ requirement, name }: { requirement: string; name: string }) =>
    `${requirement} for ${name} was approved.`,
  changesRequested: ({ requirement }: { requirement: string }) =>
    `Changes to ${requirement} were requested. Submit it again.`,
  changesRequestedFor: ({ requirement, name }: { requirement: string; name: string }) =>
    `Changes to ${requirement} for ${name} were requested. Submit it again.`,
  rejected: ({ requirement }: { requirement: string }) => `${requirement} was rejected.`,
  rejectedFor: ({ requirement, name }: { requirement: string; name: string }) =>
    `${requirement} for ${name} was rejected.`,
  inReview: ({ requirement }: { requirement: string }) => `${requirement} is awaiting review.`,
  inReviewFor: ({ requirement, name }: { requirement: string; name: string }) =>
    `${requirement} for ${name} is awaiting review.`,

  // A disqualification that needs a second reviewer
  proposed: ({ requirement, name }: { requirement: string; name: string }) =>
    `A disqualification of ${name} was proposed because of ${requirement}. It needs a second reviewer.`,
  proposedUnnamed: ({ requirement }: { requirement: string }) =>
    `A disqualification was proposed because of ${requirement}. It needs a second reviewer.`,
  proposedMany: ({ count }: { count: number }) =>
    plural(count, {
      one: "# disqualification was proposed. It needs a second reviewer.",
      other: "# disqualifications were proposed. They need a second reviewer.",
    }),

  // An adverse action on a background check
  adverse: {
    started: "There's a notice about your background check. Read it, and see until when you can respond.",
    final: "There's a decision about your background check. Read the notice.",
    cleared: "Your background check was approved after all.",
    statement: "A statement was added to a background check. Read it, and add an assessment.",
    disputed: "A background check report is disputed. Nothing is decided until the dispute is closed.",
    disputeClosed: "The dispute of a background check report was closed.",
    disputedLate: "A background check report was disputed after the final notice.",
    periodEnded: "The waiting period of a background check is over. It needs a decision.",
    reportCleared: "A background check report is clear now. It needs a decision.",
  },
  adverseOf: ({ text, name }: { text: string; name: string }) => `${name}: ${text}`,

  // A request to play in an older age group
  playingUp: {
    asked: ({ name }: { name: string }) => `There's a request for ${name} to play up. Decide on it.`,
    approved: ({ name }: { name: string }) => `The request for ${name} to play up was approved.`,
    declined: ({ name }: { name: string }) => `The request for ${name} to play up was declined. Read why.`,
  },
  ownPlayingUp: {
    asked: "There's a request for you to play up.",
    approved: "Your request to play up was approved.",
    declined: "Your request to play up was declined. Read why.",
  },

  incidentAssigned: "An incident was assigned to you. Open it.",
  viewRequested: "Support asks to see Touchline as you see it. Allow or decline.",

  // A task that has ended
  taskFinished: ({ task, done, total }: { task: string; done: string; total: string }) =>
    `${task}: finished, ${done} of ${total} done.`,
  taskStopped: ({ task, done, total }: { task: string; done: string; total: string }) =>
    `${task}: stopped, ${done} of ${total} done.`,

  // An import that has ended
  importDone: ({ count }: { count: number }) =>
    plural(count, { one: "The import of # row is finished.", other: "The import of # rows is finished." }),
  importFailed: ({ count }: { count: number }) =>
    plural(count, {
      one: "The import of # row was interrupted. Nothing is lost. Open it and try again.",
      other: "The import of # rows was interrupted. Nothing is lost. Open it and try again.",
    }),
  importNotChecked: ({ count }: { count: number }) =>
    plural(count, {
      one: "The check of # row was interrupted. Open the import and try again.",
      other: "The check of # rows was interrupted. Open the import and try again.",
    }),
  resultsImported: ({ count }: { count: number }) =>
    plural(count, {
      one: "# background check result was recorded.",
      other: "# background check results were recorded.",
    }),
  resultsUndone: "The import of background check results was undone.",
  resultsStopped: "The import of background check results stopped.",
  importEnded: ({ count }: { count: number }) =>
    plural(count, { one: "The import of # row has ended.", other: "The import of # rows has ended." }),
};

export interface NoticeWords {
  tone: Tone;
  text: string;
  href: string;
}

const imports: Partial<Record<ImportState, { tone: Tone; text: (of: { count: number }) => string }>> = {
  done: { tone: "done", text: words.importDone },
  failed: { tone: "stop", text: words.importFailed },
  draft: { tone: "needs", text: words.importNotChecked },
};

/** The text of a notification, and its link. */
export function wordsOf(notice: NoticeItem): NoticeWords {
  switch (notice.kind) {
    case "decision":
      return decided(notice);
    case "proposal":
      return proposed(notice);
    case "adverseAction":
      return adverse(notice);
    case "playingUp":
      return playingUp(notice);
    case "viewRequested":
      return { tone: "needs", text: words.viewRequested, href: "/account/support" };
    case "incidentAssigned":
      return { tone: "needs", text: words.incidentAssigned, href: `/incidents/${notice.incidentId}` };
    case "task": {
      const done = notice.state === "done";
      const text = (done ? words.taskFinished : words.taskStopped)({
        task: taskTitle({ kind: notice.task, undoOf: notice.undo ? notice.taskId : null }),
        done: notice.done.toLocaleString(),
        total: notice.total.toLocaleString(),
      });
      return { tone: done ? "done" : "stop", text, href: `/tasks/${notice.taskId}` };
    }
    case "roster": {
      const { tone, text } = imports[notice.state] ?? { tone: "none" as const, text: words.importEnded };
      return { tone, text: text({ count: notice.rows }), href: `/people/add/${notice.rosterImportId}` };
    }
    case "externalResults": {
      const { state, recorded: count } = notice;
      const href = `/review/external/import/${notice.externalImportId}`;
      if (state === "done") return { tone: "done", text: words.resultsImported({ count }), href };
      return state === "undone"
        ? { tone: "none", text: words.resultsUndone, href }
        : { tone: "stop", text: words.resultsStopped, href };
    }
  }
}

/** For the person and a guardian, it links to the requirement; for reviewers, to the review. */
function adverse({
  what,
  member: name,
  requirementId,
  profileLevelAccessId,
  reviewer,
}: NoticeItem & { kind: "adverseAction" }): NoticeWords {
  const tone: Tone = what === "cleared" ? "done" : what === "final" ? "stop" : "needs";
  const page = reviewer ? "review" : "requirements";
  const text = words.adverse[what];
  return {
    tone,
    text: name === null ? text : words.adverseOf({ text, name }),
    href: `/${page}/${requirementId}?pla=${profileLevelAccessId}`,
  };
}

const playingUpTones: Record<(NoticeItem & { kind: "playingUp" })["state"], Tone> = {
  asked: "needs",
  approved: "done",
  declined: "stop",
};

function playingUp({
  state,
  member: name,
  requirementId,
  profileLevelAccessId,
}: NoticeItem & { kind: "playingUp" }): NoticeWords {
  return {
    tone: playingUpTones[state],
    text: name === null ? words.ownPlayingUp[state] : words.playingUp[state]({ name }),
    href: `/requirements/${requirementId}?pla=${profileLevelAccessId}`,
  };
}

function proposed({
  count,
  requirement,
  member: name,
  requirementId,
  profileLevelAccessId,
}: NoticeItem & { kind: "proposal" }): NoticeWords {
  if (count !== 1) return { tone: "needs", text: words.proposedMany({ count }), href: "/review?proposed=yes" };
  const text = name === null ? words.proposedUnnamed({ requirement }) : words.proposed({ requirement, name });
  return { tone: "needs", text, href: `/review/${requirementId}?pla=${profileLevelAccessId}` };
}

const decisions: Record<
  ReviewDecision,
  {
    tone: Tone;
    own: (of: { requirement: string }) => string;
    childs: (of: { requirement: string; name: string }) => string;
  }
> = {
  Approved: { tone: "done", own: words.approved, childs: words.approvedFor },
  RejectedReset: { tone: "needs", own: words.changesRequested, childs: words.changesRequestedFor },
  RejectedDisqualified: { tone: "stop", own: words.rejected, childs: words.rejectedFor },
  Pending: { tone: "waits", own: words.inReview, childs: words.inReviewFor },
};

function decided({
  decision,
  requirement,
  member: name,
  requirementId,
  profileLevelAccessId,
}: NoticeItem & { kind: "decision" }): NoticeWords {
  const { tone, own, childs } = decisions[decision];
  const text = name === null ? own({ requirement }) : childs({ requirement, name });
  return { tone, text, href: `/requirements/${requirementId}?pla=${profileLevelAccessId}` };
}

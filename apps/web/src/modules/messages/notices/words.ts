import type { ImportState, TaskKind } from "@touchline/contract";
import type { Tone } from "@touchline/ui";
import type { NoticeItem } from "./queries.ts";

/** Every text of these pages, in complete sentences. */
export const words = {
  notifications: "Notifications",
  notificationsUnread: ({ shown }: { shown: string }) => `Notifications, ${shown} unread`,
  decisionsAndFinishedTasksOf: "Decisions and finished tasks of the last 90 days.",
  decisionsOnYourSubmissionsAnd: "Decisions on your submissions and finished tasks appear here.",
  new: "New",
  loadingYourNotifications: "Loading your notifications",
  yourNotifications: "Your notifications",
  nothingNew: "Nothing new",
  lately: "Lately",
  showEarlierOnes: "Show earlier ones",
};

export interface Words {
  tone: Tone;
  text: string;
  href: string;
}

const acts: Record<TaskKind, string> = {
  "comparison.export": "The file of changes",
  "forms.exportAnswers": "The file of answers",
  "labels.delete": "Deleting a role",
  "members.changeLabel": "Changing roles",
  "members.export": "The export",
  "members.extend": "Extending a requirement",
  "members.message": "Sending the message",
  "members.move": "Moving members",
  "members.remind": "Reminding members",
  "members.remove": "Removing members",
  "members.resendActivation": "Sending invitations again",
  "records.export": "Exporting the record",
};

const imports: Partial<Record<ImportState, { tone: Tone; text: (rows: string) => string }>> = {
  done: { tone: "done", text: (rows) => `The import of ${rows} is finished.` },
  failed: {
    tone: "stop",
    text: (rows) => `The import of ${rows} could not go on. Nothing is lost: open it and try again.`,
  },
  draft: { tone: "needs", text: (rows) => `Checking the import of ${rows} could not go on. Open it and try again.` },
};

const rowsText = (rows: number) => `${rows.toLocaleString()} ${rows === 1 ? "row" : "rows"}`;

/** What a notice says, and where it leads. */
export function wordsOf(told: NoticeItem): Words {
  switch (told.kind) {
    case "decision":
      return decided(told);
    case "proposal": {
      const { count, requirement, member, requirementId, profileLevelAccessId } = told;
      const one = count === 1;
      return {
        tone: "needs",
        text: one
          ? `A disqualification was proposed on ${requirement} for ${member ?? "a member"}. It needs a second reviewer.`
          : `${count.toLocaleString()} disqualifications were proposed. They need a second reviewer.`,
        href: one ? `/review/${requirementId}?pla=${profileLevelAccessId}` : "/review?proposed=yes",
      };
    }
    case "task": {
      const act = acts[told.task];
      const of = `${told.done.toLocaleString()} of ${told.total.toLocaleString()}`;
      const done = told.state === "done";
      const what = told.undo ? `Taking back: ${act.toLowerCase()}` : act;
      return {
        tone: done ? "done" : "stop",
        text: done ? `${what} is finished: ${of} done.` : `${what} could not go on: ${of} done.`,
        href: `/tasks/${told.taskId}`,
      };
    }
    case "roster": {
      const { tone, text } = imports[told.state] ?? {
        tone: "none" as const,
        text: (rows: string) => `The import of ${rows} has ended.`,
      };
      return { tone, text: text(rowsText(told.rows)), href: `/people/add/${told.rosterImportId}` };
    }
  }
}

function decided({
  decision,
  requirement,
  member,
  requirementId,
  profileLevelAccessId,
}: NoticeItem & { kind: "decision" }) {
  const href = `/requirements/${requirementId}?pla=${profileLevelAccessId}`;
  const what = member === null ? requirement : `${requirement} for ${member}`;
  switch (decision) {
    case "Approved":
      return { tone: "done" as const, text: `${what} was approved.`, href };
    case "RejectedReset":
      return { tone: "needs" as const, text: `${what} was sent back: please submit it again.`, href };
    case "RejectedDisqualified":
      return { tone: "stop" as const, text: `${what} was not accepted.`, href };
    case "Pending":
      return { tone: "waits" as const, text: `${what} waiting for review.`, href };
  }
}

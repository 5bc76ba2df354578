import type {
  AttemptState,
  OverallStatus,
  RequirementEventKind,
  RequirementStatus,
  RequirementType,
} from "@touchline/contract";
import {
  type exceptionEvents,
  type mailStates,
  type membershipEvents,
  type TimelineKind,
  type TimelineLine,
  timelineKinds,
} from "@touchline/contract/reporting/timeline";
import type { Call } from "../../../../call.ts";
import { verdictOn } from "../../../../security/authorize.ts";
import { reasonPlace } from "../../../library/index.ts";
import { changePlace, noteTextPlace } from "../../../people/index.ts";
import { notesOn } from "../../../reviews/index.ts";
import { changesOf } from "./changes.ts";
import { type Line, linesOf, places } from "./lines.ts";
import type { PastOf } from "./person.ts";

/** Acts of reviewers outside the usual process, with a note about the reason. */
const actsOfReviewers: ReadonlySet<string> = new Set([
  "markedComplete",
  "markedIncomplete",
  "dateEdited",
  "validUntilEdited",
  "reinstated",
  "extended",
  "disqualifyProposed",
  "disqualifyDeclined",
]);

/** Lists the kinds that the caller may filter by. */
export const kindsFor = ({ notes, incidents, log }: Pick<PastOf, "notes" | "incidents" | "log">): TimelineKind[] =>
  timelineKinds.filter((kind) => ({ notes, incidents, log })[kind as "notes"] ?? true);

/** Lists a page of a person's history, as far as the caller may see it. @throws 400 for a cursor of another list. */
export async function timelineOf(
  call: Call,
  past: PastOf,
  { kinds, perPage, cursor }: { kinds: readonly TimelineKind[]; perPage: number; cursor?: string | undefined },
): Promise<{ data: TimelineLine[]; kinds: TimelineKind[]; next: string | null }> {
  const after = cursor === undefined ? null : places.read(cursor);
  const lines = await linesOf(call, past, {
    kinds: kinds.length === 0 ? timelineKinds : [...new Set(kinds)],
    after,
    limit: perPage + 1,
  });
  const page = lines.slice(0, perPage);
  const reasons = await notesOn(
    call,
    page.filter((line) => line.kind === "requirements" && actsOfReviewers.has(line.what)).map((line) => line.id),
  );
  const last = page.at(-1);
  return {
    data: page.map((line) => toTimelineLine(call, past, line, reasons)),
    kinds: kindsFor(past),
    next: lines.length > perPage && last ? places.write({ at: new Date(last.at).toISOString(), id: last.id }) : null,
  };
}

function toTimelineLine(call: Call, past: PastOf, line: Line, reasons: Map<string, string>): TimelineLine {
  const common = { id: line.id, at: new Date(line.at).toISOString(), actorName: line.actor_name };
  const open = (place: Parameters<typeof call.adapters.vault.open>[1]) =>
    line.sealed === null ? null : call.adapters.vault.open(line.wrapped_key, place, line.sealed);
  switch (line.kind) {
    case "requirements": {
      const what = line.what as RequirementEventKind;
      const requirementType = (line.content_type ?? undefined) as RequirementType | undefined;
      const reviews = verdictOn(call, "requirements.review", {
        ...past.target,
        ...(requirementType === undefined ? {} : { requirementType }),
      }).allowed;
      const note = reviews ? (reasons.get(line.id) ?? null) : null;
      return {
        ...common,
        kind: line.kind,
        what,
        contentName: line.content_name ?? "",
        toState: line.to_state as AttemptState | null,
        toStatus: line.to_status === null ? null : (Number(line.to_status) as RequirementStatus),
        reason: what === "dateEdited" || what === "validUntilEdited" ? null : note,
        redoBy: line.redo_by,
        formerCompletedAt: what === "dateEdited" ? note : null,
        formerValidUntil: what === "validUntilEdited" ? note : null,
      };
    }
    case "exceptions":
      return {
        ...common,
        kind: line.kind,
        what: line.what as (typeof exceptionEvents)[number],
        contentName: line.content_name ?? "",
        levelName: line.level_name,
        labelName: line.label_name,
        untilDay: line.to_state,
        reason: line.what === "exempted" ? open(reasonPlace(call, line.ref ?? "")) : null,
      };
    case "memberships":
      return {
        ...common,
        kind: line.kind,
        what: line.what as (typeof membershipEvents)[number],
        labelName: line.label_name ?? "a former role",
        levelName: line.level_name ?? "a former level",
        toStatus: line.to_status as OverallStatus | null,
      };
    case "details": {
      const change = open(changePlace(call, line.id));
      return {
        ...common,
        kind: line.kind,
        what: line.what,
        changes: past.mayCorrect ? (change === null ? [] : changesOf(line.what, JSON.parse(change))) : null,
      };
    }
    case "mails":
      return { ...common, kind: line.kind, what: line.what, state: line.to_state as (typeof mailStates)[number] };
    case "notes":
      return { ...common, kind: line.kind, text: open(noteTextPlace(call, line.id)) ?? "" };
    case "incidents":
      return { ...common, kind: line.kind, incidentId: line.ref ?? "", what: line.what as "reported" | "changed" };
    case "log":
      return { ...common, kind: line.kind, what: line.what };
  }
}

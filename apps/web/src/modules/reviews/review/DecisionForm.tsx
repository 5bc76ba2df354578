import { Button, Choices, DateInput, Notice, Textarea } from "@touchline/ui";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { dayIn, dayText } from "../../../dates.ts";
import { type FieldErrors, focusFirstError, focusNow, noErrors, refusedFields } from "../../../form-errors.ts";
import { LeaveGuard } from "../../../LeaveGuard.tsx";
import { serverNow } from "../../../session/clock.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { startOfDayIn } from "../../../start-of-day.ts";
import { useKeys, useSingleKeys } from "../../../useKeys.ts";
import { DisqualifyDialog } from "./DisqualifyDialog.tsx";
import type { Decision, Review } from "./queries.ts";
import { Reasons, useReasons } from "./Reasons.tsx";
import classes from "./Review.module.css";
import { words } from "./words.ts";

type Kind = Decision["reviewDecision"];

interface DecisionFormProps {
  review: Review;
  draft: DecisionDraft;
  /** Called when the reviewer decides not to leave the page with unsent notes. */
  onStay: () => void;
  deciding: boolean;
  failure: Error | null;
  onDecide: (decision: Decision) => void;
}

interface Written {
  kind: Kind | null;
  notes: string;
  completedOn: string;
  validUntil: string;
}
export interface DecisionDraft {
  value: Written;
  set: (change: Partial<Written> | ((before: Written) => Partial<Written>)) => void;
}

const mostNotes = 2000;

/** The decision that is being written. It is kept when another reviewer takes the submission over. */
export function useDraft({ attempt }: Review): DecisionDraft {
  const zone = useActiveProfile().organization.timeZone;
  const [value, setValue] = useState<Written>(() => ({
    kind: null,
    notes: "",
    completedOn: attempt.completedAt ? dayIn(attempt.completedAt, zone) : todayIn(zone),
    validUntil: attempt.validUntil ?? "",
  }));
  const set: DecisionDraft["set"] = (change) =>
    setValue((before) => ({ ...before, ...(typeof change === "function" ? change(before) : change) }));
  return { value, set };
}

const todayIn = (zone: string) => dayIn(new Date(serverNow()).toISOString(), zone);

/** Lets the reviewer choose one of three decisions, explain it, and confirm. Keys: a, r, and d choose, Ctrl+Enter confirms. */
export function DecisionForm({ review, draft, onStay, deciding, failure, onDecide }: DecisionFormProps) {
  const zone = useActiveProfile().organization.timeZone;
  const today = todayIn(zone);
  const proposedDay = review.attempt.completedAt ? dayIn(review.attempt.completedAt, zone) : today;
  const [keys] = useSingleKeys();
  const { asksValidUntil, validThrough } = review;
  const { kind, notes, completedOn, validUntil } = draft.value;
  const byMouse = useRef(false);
  const [errors, setErrors] = useState<FieldErrors>(noErrors);
  const [asking, setAsking] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const shownErrors = { ...(failure && refusedFields(failure)), ...errors };
  useEffect(() => {
    if (failure && refusedFields(failure)) focusFirstError(form.current);
  }, [failure]);
  const reader = review.submittedByName ?? review.firstName;
  const offered = useReasons(review, kind);
  const proposes = review.secondReviewer;

  const choose = (next: Kind) => {
    if (!review.permittedDecisions.includes(next)) return;
    const wanted = next === "Approved" ? `input[value=${next}]` : "textarea";
    // Lets the reviewer continue typing in the notes.
    focusNow(
      () => take(next),
      () => form.current?.querySelector<HTMLElement>(wanted),
    );
  };
  const take = (next: Kind) => {
    draft.set({ kind: next });
    setErrors(noErrors);
  };
  const confirm = () => {
    if (deciding) return;
    const found = missing(kind, notes, completedOn, today) ?? (kind === "Approved" ? undated() : null);
    if (found || kind === null) {
      return focusNow(
        () => setErrors(found ?? noErrors),
        () => form.current?.querySelector<HTMLElement>("[aria-invalid=true]"),
      );
    }
    setErrors(noErrors);
    if (kind === "RejectedDisqualified" && !asking) return setAsking(true);
    send(kind);
  };
  const undated = (): FieldErrors | null => {
    if (!asksValidUntil) return null;
    if (validUntil === "") return { validUntil: words.validUntilMissing };
    if (validUntil < completedOn) return { validUntil: words.validUntilTooEarly };
    if (validThrough === null || validUntil >= validThrough) return null;
    return { validUntil: words.validUntilTooSoon({ day: dayText(validThrough) }) };
  };
  const send = (reviewDecision: Kind) => {
    setAsking(false);
    const approved = reviewDecision === "Approved";
    onDecide({
      requirementId: review.requirementId,
      reviewDecision,
      reviewNotes: notes,
      ...(approved && completedOn !== proposedDay ? { completedDateTime: startOfDayIn(completedOn, zone) } : {}),
      ...(approved && asksValidUntil && validUntil !== "" ? { validUntil } : {}),
    });
  };
  const takeReason = (at: number) => {
    const reason = offered.reasons[at];
    if (!reason) return false;
    // The reason is added to what was typed.
    const added = (before: string) => (before.trim() === "" ? reason.text : `${before.trimEnd()}\n${reason.text}`);
    focusNow(
      () => {
        draft.set((before) => ({ notes: added(before.notes).slice(0, mostNotes) }));
        setErrors(noErrors);
      },
      () => form.current?.querySelector("textarea"),
    );
    return true;
  };
  /** A digit alone chooses a reason only while the notes are empty; otherwise it is typed. */
  const onNotesKey = (event: KeyboardEvent) => {
    const [, digit] = /^(?:Digit|Numpad)([1-9])$/.exec(event.code) ?? [];
    const wanted = event.altKey || (keys && notes === "" && !event.ctrlKey && !event.metaKey && !event.shiftKey);
    if (digit && wanted && takeReason(Number(digit) - 1)) event.preventDefault();
  };
  const numbers = Object.fromEntries(
    offered.reasons.slice(0, 9).map((_, at) => [String(at + 1), () => void takeReason(at)]),
  );
  useKeys({
    plain: {
      ...numbers,
      a: () => choose("Approved"),
      r: () => choose("RejectedReset"),
      d: () => choose("RejectedDisqualified"),
    },
    confirm,
  });

  return (
    <form
      ref={form}
      noValidate
      className={classes.form}
      onPointerDown={({ pointerType }) => {
        byMouse.current = pointerType === "mouse";
      }}
      onKeyDown={() => {
        byMouse.current = false;
      }}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        confirm();
      }}
    >
      {failure && !refusedFields(failure) && (
        <Notice tone="stop" title={words.notDecided}>
          {failure.message}
        </Notice>
      )}
      <Choices
        label={words.decision}
        hideLabel
        compact
        choices={choicesFor(review, reader, keys)}
        value={kind}
        // Arrow keys move among the choices; after a click the focus goes to the notes.
        onChange={(next) => (byMouse.current && next !== "Approved" ? choose(next) : take(next))}
        error={shownErrors.reviewDecision}
      />
      {kind === "Approved" && (
        <div className={classes.dates}>
          <DateInput
            label={words.completedOn}
            max={today}
            value={completedOn}
            onChange={(event) => draft.set({ completedOn: event.target.value })}
            error={shownErrors.completedDateTime}
          />
          {asksValidUntil && (
            <DateInput
              label={words.validUntil}
              description={validUntilHelp(review)}
              value={validUntil}
              onChange={(event) => draft.set({ validUntil: event.target.value })}
              error={shownErrors.validUntil}
            />
          )}
        </div>
      )}
      {kind !== null && (
        <Reasons
          {...offered}
          keys={keys}
          onChoose={(text) => takeReason(offered.reasons.findIndex((one) => one.text === text))}
        />
      )}
      {kind !== null && (
        <Textarea
          label={kind === "Approved" ? words.notesOptional : words.notes}
          description={readersOf(kind, reader)}
          onKeyDown={onNotesKey}
          maxLength={mostNotes}
          rows={2}
          value={notes}
          onChange={(event) => {
            draft.set({ notes: event.target.value });
            setErrors(noErrors);
          }}
          error={shownErrors.reviewNotes}
        />
      )}
      <div className={classes.confirm} data-chosen={kind !== null || undefined}>
        <Button
          type="submit"
          rightIcon={kind !== null && <span className={classes.hint}>{words.confirmKeyHint}</span>}
          label={kind === null ? words.decide : confirmLabel(review, kind)}
          danger={kind === "RejectedDisqualified"}
          loading={deciding}
          disabledReason={kind === null ? words.decisionMissing : undefined}
          aria-keyshortcuts="Control+Enter"
        />
      </div>
      {asking && (
        <DisqualifyDialog
          fullName={review.fullName}
          proposes={proposes}
          onConfirm={() => send("RejectedDisqualified")}
          onClose={() => setAsking(false)}
        />
      )}
      <LeaveGuard unsaved={notes.trim() !== "" && !deciding} loss={words.notesLost} onStay={onStay} />
    </form>
  );
}

/** Says who entered the last valid day, and the earliest one that is accepted. */
function validUntilHelp({ attempt, validThrough }: Review): string {
  const byMember = attempt.validUntil !== null;
  if (validThrough === null) return byMember ? words.validUntilByMember : words.validUntilHelp;
  const day = dayText(validThrough);
  return byMember ? words.validUntilByMemberThrough({ day }) : words.validUntilHelpThrough({ day });
}

const confirmLabels: Record<Kind, string> = {
  Approved: words.approve,
  RejectedReset: words.requestChanges,
  RejectedDisqualified: words.disqualify,
};

/** For a match in a sex offender registry, the reviewer decides whether it is this person. */
const matchLabels: Record<Kind, string> = {
  ...confirmLabels,
  Approved: words.falseMatch,
  RejectedDisqualified: words.confirmedMatch,
};
const isMatch = ({ source }: Review) => source === "SexOffenderSearch";
const labelsOf = (review: Review) => (isMatch(review) ? matchLabels : confirmLabels);

function confirmLabel(review: Review, kind: Kind): string {
  if (kind !== "RejectedDisqualified" || !review.secondReviewer) return labelsOf(review)[kind];
  return isMatch(review) ? words.proposeConfirmedMatch : words.proposeToDisqualify;
}

function choicesFor(review: Review, reader: string, keys: boolean) {
  const { permittedDecisions, refusal, secondReviewer } = review;
  const labels = labelsOf(review);
  const refusalOf = (kind: Kind) =>
    permittedDecisions.includes(kind) ? undefined : (refusal ?? words.decisionRefused);
  const all = [
    {
      value: "Approved" as const,
      label: labels.Approved,
      note: isMatch(review) ? words.falseMatchHelp : words.approveHelp,
      refusal: refusalOf("Approved"),
      keyHint: keys ? "a" : undefined,
    },
    // A registry entry either is this person or isn't, so nothing can be submitted again.
    ...(isMatch(review)
      ? []
      : [
          {
            value: "RejectedReset" as const,
            label: labels.RejectedReset,
            note: words.changesHelp({ reader }),
            refusal: refusalOf("RejectedReset"),
            keyHint: keys ? "r" : undefined,
          },
        ]),
    {
      value: "RejectedDisqualified" as const,
      label: labels.RejectedDisqualified,
      note: secondReviewer ? words.proposeHelp : words.disqualifyHelp,
      refusal: refusalOf("RejectedDisqualified"),
      keyHint: keys ? "d" : undefined,
      danger: true,
    },
  ];
  // The other decisions are made on the panel of the adverse action.
  return review.source === "FlaggedBackgroundCheck"
    ? all.filter(({ value }) => permittedDecisions.includes(value))
    : all;
}

/** Says who can read the notes. */
function readersOf(kind: Kind, reader: string): string {
  return kind === "RejectedReset" ? words.memberReadsNotes({ reader }) : words.reviewersReadNotes;
}

function missing(kind: Kind | null, notes: string, completedOn: string, today: string): FieldErrors | null {
  if (kind === null) return { reviewDecision: words.choiceMissing };
  if (kind !== "Approved" && notes.trim() === "") return { reviewNotes: words.reasonMissing };
  if (kind !== "Approved") return null;
  if (completedOn === "") return { completedDateTime: words.completedOnMissing };
  return completedOn > today ? { completedDateTime: words.dateInFuture } : null;
}

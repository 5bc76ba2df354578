import { useMutation, useQueryClient } from "@tanstack/react-query";
import { bulkReview, mostAtOnce } from "@touchline/contract/reviews/reviews";
import { permissionOf } from "@touchline/rules/security/permissions";
import { Button, Choices, Dialog, Notice, Textarea } from "@touchline/ui";
import { type FormEvent, useId, useRef, useState } from "react";
import { focusFirstError } from "../../../form-errors.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { BulkResults } from "./BulkResults.tsx";
import type { ReviewSearch } from "./place.ts";
import {
  type BulkDecision,
  type BulkResult,
  decideMany,
  firstOf,
  type ReviewRow,
  staleAfterDecision,
} from "./queries.ts";
import classes from "./Review.module.css";
import { words } from "./words.ts";

interface BulkReviewDialogProps {
  count: number;
  /** The submissions that were selected one by one, or null for everything that the filter finds. */
  rows: readonly ReviewRow[] | null;
  filter: ReviewSearch;
  /** There are more submissions than can be decided at once, so only the oldest are decided. */
  oldestOnly: boolean;
  onDecided: () => void;
  onClose: () => void;
}

type Kind = BulkDecision["reviewDecision"];

/** Refusals that a second try wouldn't change. */
const neverAgain: ReadonlySet<string> = new Set(["forbidden", "notFound", "invalid"]);
/** The number of submissions in one request, so that progress is shown and the rest can be canceled. */
const portion = 100;
const format = new Intl.NumberFormat();

/** Makes the same decision on many submissions, after saying how many people are affected and what it does. */
export function BulkReviewDialog({ count, rows, filter, oldestOnly, onDecided, onClose }: BulkReviewDialogProps) {
  const { organizationId, levelRoles } = useActiveProfile();
  const [kind, setKind] = useState<Kind | null>(null);
  const [notes, setNotes] = useState("");
  const [error, setError] = useState<string | undefined>();
  const [done, setDone] = useState<{ of: number; results: BulkResult[]; names: Map<string, string> } | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const stopped = useRef(false);
  const [stopping, setStopping] = useState(false);
  /** The submissions of the last run. */
  const decided = useRef<{ review: BulkDecision; places: readonly ReviewRow[] } | null>(null);
  const queryClient = useQueryClient();
  const deciding = useMutation({
    mutationFn: async ({ review, only }: { review: BulkDecision; only?: readonly ReviewRow[] }) => {
      stopped.current = false;
      setStopping(false);
      const places = only ?? rows ?? (await firstOf(organizationId, filter, mostAtOnce));
      decided.current = { review, places };
      const named = places.map((row) => [row.requirementId, `${row.fullName}, ${row.contentName}`] as const);
      // The results of an earlier run stay visible.
      const before = only ? done : null;
      const tried = new Set(places.map((row) => row.requirementId));
      const results = (before?.results ?? []).filter((one) => !tried.has(one.requirementId));
      const names = before?.names ?? new Map(named);
      const of = before?.of ?? places.length;
      setDone({ of, results: [...results], names });
      for (let start = 0; start < places.length && !stopped.current; start += portion) {
        results.push(...(await decideMany(places.slice(start, start + portion), review)));
        setDone({ of, results: [...results], names });
      }
    },
    onSettled: () => {
      for (const key of staleAfterDecision) void queryClient.invalidateQueries({ queryKey: [key] });
    },
  });
  const close = () => {
    if (done !== null) onDecided();
    onClose();
  };
  const mayDisqualify = levelRoles.some(({ role }) => permissionOf("requirements.disqualify", role) !== null);
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    if (deciding.isPending || kind === null) return;
    if (kind !== "Approved" && notes.trim() === "") {
      setError(words.reasonMissing);
      return focusFirstError(form.current);
    }
    const review = { reviewDecision: kind, reviewNotes: notes };
    if (bulkReview.body.shape.review.safeParse(review).success) deciding.mutate({ review });
  };

  if (done !== null && !deciding.isPending) {
    const { review, places = [] } = decided.current ?? {};
    // Only submissions that weren't refused for good can be tried again.
    const lost = new Set(
      done.results.filter((one) => one.outcome === "done" || neverAgain.has(one.code)).map((one) => one.requirementId),
    );
    const only = places.filter((row) => !lost.has(row.requirementId));
    const again = review && only.length > 0 && (
      <Button
        variant="secondary"
        label={words.retrySkipped({ count: format.format(only.length) })}
        onClick={() => deciding.mutate({ review, only })}
      />
    );
    return (
      <Dialog
        opened
        onClose={close}
        title={words.decided}
        footer={
          <>
            {again}
            <Button label={words.done} onClick={close} />
          </>
        }
      >
        {deciding.error && (
          <Notice tone="stop" title={words.notFinished}>
            {deciding.error.message}
          </Notice>
        )}
        <BulkResults {...done} />
      </Dialog>
    );
  }
  if (deciding.isPending) {
    const reached = done?.results.length ?? 0;
    return (
      <Dialog
        opened
        blocking
        onClose={onClose}
        title={words.bulkDeciding({ count: done?.of ?? count })}
        footer={
          <Button
            variant="secondary"
            label={stopping ? words.stopping : words.stopBulk}
            disabled={stopping}
            onClick={() => {
              stopped.current = true;
              setStopping(true);
            }}
          />
        }
      >
        <progress className={classes.progress} max={done?.of ?? count} value={reached} aria-label={words.progress} />
        <p role="status">
          {words.bulkProgress({ done: format.format(reached), total: format.format(done?.of ?? count) })}
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnBackdrop={notes === ""}
      title={words.bulkDecideTitle({ count })}
      footer={
        <>
          <Button variant="secondary" label={words.cancel} onClick={onClose} />
          <Button
            type="submit"
            form={formId}
            danger={kind === "RejectedDisqualified"}
            label={kind === null ? words.decide : verbs[kind](format.format(count))}
            disabledReason={kind === null ? words.decisionMissing : undefined}
          />
        </>
      }
    >
      <form id={formId} ref={form} noValidate className={classes.form} onSubmit={confirm}>
        {deciding.error && (
          <Notice tone="stop" title={words.nothingWasDecided}>
            {deciding.error.message}
          </Notice>
        )}
        {oldestOnly && <Notice tone="none">{words.bulkLimit({ most: format.format(mostAtOnce) })}</Notice>}
        <Choices
          first
          label={words.decision}
          choices={choicesFor(count, mayDisqualify)}
          value={kind}
          onChange={(next) => {
            setKind(next);
            setError(undefined);
          }}
        />
        {kind !== null && (
          <Textarea
            label={kind === "Approved" ? words.notesOptional : words.notes}
            description={kind === "RejectedReset" ? words.membersReadNotes : words.reviewersReadNotes}
            maxLength={2000}
            rows={3}
            value={notes}
            onChange={(event) => {
              setNotes(event.target.value);
              setError(undefined);
            }}
            error={error}
          />
        )}
        <p className={classes.quiet}>{words.bulkSkips}</p>
      </form>
    </Dialog>
  );
}

const verbs: Record<Kind, (count: string) => string> = {
  Approved: (count) => words.approveMany({ count }),
  RejectedReset: (count) => words.requestChangesOfMany({ count }),
  RejectedDisqualified: (count) => words.disqualifyMany({ count }),
};

function choicesFor(count: number, mayDisqualify: boolean) {
  return [
    { value: "Approved" as const, label: words.approve, note: words.bulkApproveHelp({ count }) },
    {
      value: "RejectedReset" as const,
      label: words.requestChanges,
      note: words.bulkChangesHelp,
    },
    {
      value: "RejectedDisqualified" as const,
      label: words.disqualify,
      note: words.bulkDisqualifyHelp({ count }),
      refusal: mayDisqualify ? undefined : words.disqualifyRefused,
      danger: true,
    },
  ];
}

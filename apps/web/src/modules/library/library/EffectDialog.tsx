import { useMutation, useQuery } from "@tanstack/react-query";
import type { AssignmentEffect } from "@touchline/contract/library/content-assignments";
import { Button, Choices, DateInput, Dialog, Facts, LoadingState, Notice } from "@touchline/ui";
import { useState } from "react";
import { dayText } from "../../../dates.ts";
import type { ContentDraft } from "./draft.ts";
import classes from "./Library.module.css";
import { previewOf } from "./queries.ts";
import { changeOf, type SaveResult, saveAssignments } from "./save.ts";
import { words } from "./words.ts";

interface EffectDialogProps {
  contentId: string;
  draft: ContentDraft;
  onClose: () => void;
  onSaved: (result: Pick<SaveResult, "demands" | "changeId">) => void;
}

const count = new Intl.NumberFormat();
const people = (of: number) => `${count.format(of)} ${of === 1 ? "membership" : "memberships"}`;
const month = 30 * 24 * 3_600_000;

/** What a change of whom it is asked of will do, before it is saved: who loses clearance first. */
export function EffectDialog({ contentId, draft, onClose, onSaved }: EffectDialogProps) {
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const [from, setFrom] = useState<"now" | "later">("now");
  const [until, setUntil] = useState(new Date(Date.now() + month).toISOString().slice(0, 10));
  const change = changeOf(draft);
  const effectOf = (keptUntil: string | null) => ({
    queryKey: ["assignmentEffect", contentId, change, keptUntil],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      previewOf(contentId, change, keptUntil, signal, (done, total) => setProgress({ done, total })),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const effect = useQuery(effectOf(null));
  const keeping = from === "later" && until !== "";
  const kept = useQuery({ ...effectOf(until), enabled: keeping });
  const saving = useMutation({
    mutationFn: () => saveAssignments(contentId, draft, from === "later" ? until : null),
    onSuccess: onSaved,
  });
  const error = effect.error ?? (keeping ? kept.error : null) ?? saving.error;
  const told = keeping ? kept.data : effect.data;
  // Figures stay while others are worked out.
  const shown = told ?? effect.data;
  const losing = effect.data?.losingClearance.memberships ?? 0;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.beforeYouSave}
      closeOnBackdrop={false}
      footer={
        <>
          <Button variant="secondary" label={words.back} onClick={onClose} />
          <Button
            label={words.saveAssignments}
            disabled={!told || (from === "later" && until === "")}
            loading={saving.isPending}
            onClick={() => saving.mutate()}
          />
        </>
      }
    >
      <div className={classes.fields}>
        {error && (
          <Notice tone="stop" title={words.thatDidntWork}>
            {error.message}
          </Notice>
        )}
        {!shown && !error && (
          <>
            <LoadingState label={words.workingOutWhatThisChanges} />
            {progress && (
              <p className={classes.quiet} aria-hidden="true">
                {words.ofMemberships({ done: count.format(progress.done), total: count.format(progress.total) })}
              </p>
            )}
          </>
        )}
        {shown && (
          <Clearance
            effect={shown}
            kept={keeping && !kept.error && effect.data ? { until, group: effect.data.losingClearance } : null}
          />
        )}
        {losing > 0 && (
          <>
            <Choices
              label={words.thoseWhoAreClearedNow}
              choices={[
                { value: "now", label: words.loseItOnSaving, note: words.untilTheyHaveDoneIt },
                {
                  value: "later",
                  label: words.stayClearedUntilADay,
                  note: words.theySeeItAtOnce,
                },
              ]}
              value={from}
              onChange={setFrom}
            />
            {from === "later" && (
              <DateInput
                label={words.stayClearedThrough}
                value={until}
                onChange={(event) => setUntil(event.target.value)}
              />
            )}
          </>
        )}
        {shown && <Figures effect={shown} />}
      </div>
    </Dialog>
  );
}

interface ClearanceProps {
  effect: AssignmentEffect;
  /** Who stays cleared until a day and would lose it otherwise. */
  kept: { until: string; group: AssignmentEffect["losingClearance"] } | null;
}

/** Nothing changes for anybody. */
const isNothing = ({
  gain,
  lose,
  losingClearance,
  gainingClearance,
  reviews,
  reminders,
  withdrawn,
  costs,
}: AssignmentEffect) =>
  [gain, lose, losingClearance, gainingClearance].every((one) => one.memberships === 0) &&
  [reviews, reminders, withdrawn, costs?.organization ?? 0, costs?.members ?? 0].every((of) => of === 0);

/** Who is cleared no longer, or not for long. */
function Clearance({ effect, kept }: ClearanceProps) {
  const { losingClearance: losing } = effect;
  if (kept) {
    return (
      <Notice
        tone="needs"
        title={words.clearedThrough({
          people: people(kept.group.memberships),
          value: kept.group.memberships === 1 ? "stays" : "stay",
          day: dayText(kept.until),
        })}
      >
        {words.whoeverHasNotDoneIt({ named: named(kept.group) })}
      </Notice>
    );
  }
  if (isNothing(effect)) {
    return <p>{words.noOneIsAffected}</p>;
  }
  return losing.memberships > 0 ? (
    <Notice
      tone="stop"
      title={words.clearanceOnSaving({
        people: people(losing.memberships),
        value: losing.memberships === 1 ? "loses" : "lose",
      })}
    >
      {named(losing)}
    </Notice>
  ) : (
    <Notice tone="done" title={words.nobodyLosesClearance}>
      {words.whoeverIsClearedNowStays}
    </Notice>
  );
}

const dollars = new Intl.NumberFormat(undefined, { style: "currency", currency: words.usd });
/** "$1,200.00 more"; null for nothing. */
const money = (cents: number) =>
  cents === 0 ? null : `${dollars.format(Math.abs(cents) / 100)} ${cents > 0 ? "more" : "less"}`;
const number = (of: number) => (of === 0 ? null : count.format(of));
const some = (of: number) => (of === 0 ? null : people(of));

/** What else it brings. */
function Figures({ effect }: { effect: AssignmentEffect }) {
  const { gain, lose, gainingClearance, byLevel, reviews, reminders, withdrawn, costs } = effect;
  if (isNothing(effect)) return null;
  return (
    <>
      <Facts
        facts={[
          { label: words.newlyAsked, value: some(gain.memberships) && `${people(gain.memberships)}. ${named(gain)}` },
          {
            label: words.noLongerAsked,
            value: some(lose.memberships) && `${people(lose.memberships)}. ${named(lose)}`,
          },
          { label: words.becomeCleared, value: some(gainingClearance.memberships) },
          {
            label: words.withdrawn,
            value:
              withdrawn === 0
                ? null
                : words.thatReview({ withdrawn: count.format(withdrawn), value: withdrawn === 1 ? "awaits" : "await" }),
          },
          { label: words.reviewsToExpect, value: number(reviews) },
          { label: words.peopleRemindedByMail, value: number(reminders) },
          { label: words.theOrganizationPays, value: costs && money(costs.organization) },
          { label: words.membersPay, value: costs && money(costs.members) },
        ]}
      />
      {byLevel.length > 1 && (
        <details>
          <summary className={classes.summary}>{words.byLevel}</summary>
          <ul className={classes.exceptions}>
            {byLevel.map((one) => (
              <li key={one.levelId}>
                <b>{one.levelName}</b>
                {words.newlyAskedNoLongerLose({
                  gain: count.format(one.gain),
                  lose: count.format(one.lose),
                  losingClearance: count.format(one.losingClearance),
                })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** "Ana Kim, Ben Lee and 10 more". */
export function named({ memberships, examples }: AssignmentEffect["gain"]): string {
  const more = memberships - examples.length;
  const names = examples.map((one) => `${one.name} (${one.levelName})`).join(", ");
  if (names === "") return "";
  return more > 0 ? words.andMore({ names, more: count.format(more) }) : `${names}.`;
}

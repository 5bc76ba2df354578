import { useMutation, useQuery } from "@tanstack/react-query";
import type { AssignmentEffect } from "@touchline/contract/library/content-assignments";
import { Button, Choices, DateInput, Dialog, Facts, LoadingState, Notice } from "@touchline/ui";
import { useState } from "react";
import { dayText } from "../../../dates.ts";
import type { ContentDraft } from "./draft.ts";
import classes from "./Library.module.css";
import { previewOf } from "./queries.ts";
import { changeOf, type SaveResult, saveAssignments } from "./save.ts";

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
      title="Before you save"
      closeOnBackdrop={false}
      footer={
        <>
          <Button variant="secondary" label="Back" onClick={onClose} />
          <Button
            label="Save assignments"
            disabled={!told || (from === "later" && until === "")}
            loading={saving.isPending}
            onClick={() => saving.mutate()}
          />
        </>
      }
    >
      <div className={classes.fields}>
        {error && (
          <Notice tone="stop" title="That didn't work">
            {error.message}
          </Notice>
        )}
        {!shown && !error && (
          <>
            <LoadingState label="Working out what this changes" />
            {progress && (
              <p className={classes.quiet} aria-hidden="true">
                {count.format(progress.done)} of {count.format(progress.total)} memberships
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
              label="Those who are cleared now"
              choices={[
                { value: "now", label: "Lose it on saving", note: "Until they have done it." },
                {
                  value: "later",
                  label: "Stay cleared until a day",
                  note: "They see it at once and are reminded of it; until then it is optional.",
                },
              ]}
              value={from}
              onChange={setFrom}
            />
            {from === "later" && (
              <DateInput
                label="Stay cleared through"
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
        title={`${people(kept.group.memberships)} ${kept.group.memberships === 1 ? "stays" : "stay"} cleared through ${dayText(kept.until)}`}
      >
        Whoever has not done it by then loses it. {named(kept.group)}
      </Notice>
    );
  }
  if (isNothing(effect)) {
    return <p>No one is affected.</p>;
  }
  return losing.memberships > 0 ? (
    <Notice
      tone="stop"
      title={`${people(losing.memberships)} ${losing.memberships === 1 ? "loses" : "lose"} clearance on saving`}
    >
      {named(losing)}
    </Notice>
  ) : (
    <Notice tone="done" title="Nobody loses clearance">
      Whoever is cleared now stays so.
    </Notice>
  );
}

const dollars = new Intl.NumberFormat(undefined, { style: "currency", currency: "USD" });
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
          { label: "Newly asked", value: some(gain.memberships) && `${people(gain.memberships)}. ${named(gain)}` },
          { label: "No longer asked", value: some(lose.memberships) && `${people(lose.memberships)}. ${named(lose)}` },
          { label: "Become cleared", value: some(gainingClearance.memberships) },
          {
            label: "Withdrawn",
            value:
              withdrawn === 0 ? null : `${count.format(withdrawn)} that ${withdrawn === 1 ? "awaits" : "await"} review`,
          },
          { label: "Reviews to expect", value: number(reviews) },
          { label: "People reminded by mail", value: number(reminders) },
          { label: "The organization pays", value: costs && money(costs.organization) },
          { label: "Members pay", value: costs && money(costs.members) },
        ]}
      />
      {byLevel.length > 1 && (
        <details>
          <summary className={classes.summary}>By level</summary>
          <ul className={classes.exceptions}>
            {byLevel.map((one) => (
              <li key={one.levelId}>
                <b>{one.levelName}</b>: {count.format(one.gain)} newly asked, {count.format(one.lose)} no longer,{" "}
                {count.format(one.losingClearance)} lose clearance
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
  return more > 0 ? `${names} and ${count.format(more)} more.` : `${names}.`;
}

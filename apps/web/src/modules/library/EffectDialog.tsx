import { useMutation, useQuery } from "@tanstack/react-query";
import type { AssignmentEffect } from "@touchline/contract/content";
import { Button, Choices, DateInput, Dialog, Facts, LoadingState, Notice } from "@touchline/ui";
import { useState } from "react";
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
  const effect = useQuery({
    queryKey: ["assignmentEffect", contentId, change],
    queryFn: ({ signal }) => previewOf(contentId, change, signal, (done, total) => setProgress({ done, total })),
    gcTime: 0,
    staleTime: 0,
  });
  const saving = useMutation({
    mutationFn: () => saveAssignments(contentId, draft, from === "later" ? until : null),
    onSuccess: onSaved,
  });
  const error = effect.error ?? saving.error;
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
            disabled={!effect.data || (from === "later" && until === "")}
            loading={saving.isPending}
            onClick={() => saving.mutate()}
          />
        </>
      }
    >
      <div className={classes.fields}>
        {error && (
          <Notice tone="stop" title="That did not work">
            {error.message}
          </Notice>
        )}
        {!effect.data && !error && (
          <>
            <LoadingState label="Working out what this changes" />
            {progress && (
              <p className={classes.quiet} aria-hidden="true">
                {count.format(progress.done)} of {count.format(progress.total)} memberships
              </p>
            )}
          </>
        )}
        {effect.data && <Effect effect={effect.data} />}
        {losing > 0 && (
          <>
            <Choices
              label="Those who are cleared now"
              choices={[
                { value: "now", label: "Lose it on saving", note: "Until they have done it." },
                {
                  value: "later",
                  label: "Stay cleared until a day",
                  note: "They see it at once; until then it is optional.",
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
      </div>
    </Dialog>
  );
}

function Effect({ effect }: { effect: AssignmentEffect }) {
  const { gain, lose, losingClearance, gainingClearance, byLevel, reviews, reminders, costs } = effect;
  const money = (cents: number) => (cents === 0 ? null : count.format(cents / 100));
  const some = (of: number) => (of === 0 ? null : people(of));
  if (gain.memberships + lose.memberships + losingClearance.memberships + gainingClearance.memberships === 0) {
    return <p>Nobody owes more or less than before, and everybody stays as cleared as they are.</p>;
  }
  return (
    <>
      {losingClearance.memberships > 0 ? (
        <Notice
          tone="stop"
          title={`${people(losingClearance.memberships)} ${losingClearance.memberships === 1 ? "loses" : "lose"} clearance on saving`}
        >
          {named(losingClearance)}
        </Notice>
      ) : (
        <Notice tone="done" title="Nobody loses clearance">
          Whoever is cleared now stays so.
        </Notice>
      )}
      <Facts
        facts={[
          { label: "Newly asked", value: some(gain.memberships) && `${people(gain.memberships)}. ${named(gain)}` },
          { label: "No longer asked", value: some(lose.memberships) && `${people(lose.memberships)}. ${named(lose)}` },
          { label: "Become cleared", value: some(gainingClearance.memberships) },
          { label: "Reviews to expect", value: reviews === 0 ? null : count.format(reviews) },
          { label: "People reminded by mail", value: reminders === 0 ? null : count.format(reminders) },
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
function named({ memberships, examples }: AssignmentEffect["gain"]): string {
  const more = memberships - examples.length;
  const names = examples.map((one) => `${one.name} (${one.levelName})`).join(", ");
  if (names === "") return "";
  return more > 0 ? `${names} and ${count.format(more)} more.` : `${names}.`;
}

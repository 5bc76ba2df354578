import { useMutation, useQuery } from "@tanstack/react-query";
import type { Currency } from "@touchline/contract/currencies";
import type { AssignmentEffect } from "@touchline/contract/library/content-assignments";
import { Choices, DateInput, Facts, Notice } from "@touchline/ui";
import { useState } from "react";
import { moneyText } from "../../../billing/money.ts";
import { dayText } from "../../../dates.ts";
import type { ContentDraft } from "./draft.ts";
import classes from "./Library.module.css";
import { PreviewDialog } from "./PreviewDialog.tsx";
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
const memberships = (of: number) => words.memberships({ count: of });
const month = 30 * 24 * 3_600_000;

/** Previews who is affected by a change of assignments before it is saved. People who lose clearance come first. */
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
  const effectOfChoice = keeping ? kept.data : effect.data;
  // Figures stay while others are worked out.
  const displayed = effectOfChoice ?? effect.data;
  const losing = effect.data?.losingClearance.memberships ?? 0;
  return (
    <PreviewDialog
      title={words.effectTitle}
      saveLabel={words.saveAssignments}
      canSave={effectOfChoice !== undefined && (from === "now" || until !== "")}
      saving={saving.isPending}
      error={error}
      loading={!displayed}
      progress={
        progress &&
        words.membershipsProgress({ done: count.format(progress.done), total: count.format(progress.total) })
      }
      onSave={() => saving.mutate()}
      onClose={onClose}
    >
      {displayed && (
        <Clearance
          effect={displayed}
          kept={keeping && !kept.error && effect.data ? { until, group: effect.data.losingClearance } : null}
        />
      )}
      {losing > 0 && (
        <>
          <Choices
            label={words.clearedNow}
            choices={[
              { value: "now", label: words.loseItNow, note: words.loseItNowNote },
              {
                value: "later",
                label: words.loseItLater,
                note: words.loseItLaterNote,
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
      {displayed && <Figures effect={displayed} />}
    </PreviewDialog>
  );
}

interface ClearanceProps {
  effect: AssignmentEffect;
  /** People who stay cleared until a date and would lose it otherwise. */
  kept: { until: string; group: AssignmentEffect["losingClearance"] } | null;
}

/** Nobody is affected. */
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

/** People who lose clearance, now or soon. */
function Clearance({ effect, kept }: ClearanceProps) {
  const { losingClearance: losing } = effect;
  if (kept) {
    return (
      <Notice
        tone="needs"
        title={words.stayCleared({
          count: kept.group.memberships,
          date: dayText(kept.until),
        })}
      >
        <p>{words.loseClearanceLater}</p>
        <p>{named(kept.group)}</p>
      </Notice>
    );
  }
  if (isNothing(effect)) {
    return <p>{words.noOneAffected}</p>;
  }
  return losing.memberships > 0 ? (
    <Notice tone="stop" title={words.loseClearance({ count: losing.memberships })}>
      {named(losing)}
    </Notice>
  ) : (
    <Notice tone="done" title={words.noOneLosesClearance}>
      {words.everyoneStaysCleared}
    </Notice>
  );
}

/** "$1,200.00 more"; null for nothing. */
const money = (amount: number, currency: Currency) =>
  amount === 0
    ? null
    : (amount > 0 ? words.costMore : words.costLess)({ amount: moneyText(Math.abs(amount), currency) });
const number = (of: number) => (of === 0 ? null : count.format(of));
const some = (of: number) => (of === 0 ? null : memberships(of));
const someNamed = (group: AssignmentEffect["gain"]) =>
  group.memberships === 0
    ? null
    : words.membershipsNamed({ memberships: memberships(group.memberships), names: named(group) });

/** Further effects. */
function Figures({ effect }: { effect: AssignmentEffect }) {
  const { gain, lose, gainingClearance, byLevel, reviews, reminders, withdrawn, costs } = effect;
  if (isNothing(effect)) return null;
  return (
    <>
      <Facts
        facts={[
          { label: words.newlyAssigned, value: someNamed(gain) },
          { label: words.noLongerAssigned, value: someNamed(lose) },
          { label: words.newlyCleared, value: some(gainingClearance.memberships) },
          {
            label: words.withdrawn,
            value: withdrawn === 0 ? null : words.submissionsWithdrawn({ count: withdrawn }),
          },
          { label: words.expectedReviews, value: number(reviews) },
          { label: words.peopleReminded, value: number(reminders) },
          { label: words.organizationPays, value: costs && money(costs.organization, costs.currency) },
          { label: words.membersPay, value: costs && money(costs.members, costs.currency) },
        ]}
      />
      {byLevel.length > 1 && (
        <details>
          <summary className={classes.summary}>{words.byLevel}</summary>
          <ul className={classes.exceptions}>
            {byLevel.map((one) => (
              <li key={one.levelId}>
                {words.levelEffect({
                  levelName: one.levelName,
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
  return more > 0 ? words.namesAndMore({ names, count: count.format(more) }) : names;
}

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ExternalOutcome, recordExternalResult } from "@touchline/contract/screening/external-review";
import { externalOutcomeLabels } from "@touchline/rules/screening/external-results";
import {
  Button,
  Choices,
  DateInput,
  Facts,
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
  Notice,
  Panel,
  Timeline,
  useNotify,
} from "@touchline/ui";
import { type FormEvent, useState } from "react";
import { call } from "../client.ts";
import { dayIn, dayText, momentText } from "../dates.ts";
import { messageOf } from "../ErrorScreens.tsx";
import { refusedFields } from "../form-errors.ts";
import { serverNow } from "../session/clock.ts";
import classes from "./ExternalResult.module.css";
import { type ExternalCheckShown, externalCheckQuery } from "./external-queries.ts";
import { words } from "./external-words.ts";

type Place = { requirementId: string; profileLevelAccessId: string };

/** Reads how a background check stands at JDP or NCSI, and shows it to reviewers. */
export function ExternalResult({ zone, ...place }: Place & { zone: string }) {
  const { data } = useQuery(externalCheckQuery(place.requirementId, place.profileLevelAccessId));
  return data ? <ExternalResultPanel place={place} zone={zone} check={data} /> : null;
}

/** The result from JDP or NCSI, which reviewers record here. Hidden if there is no external review. */
export function ExternalResultPanel({ place, zone, check }: { place: Place; zone: string; check: ExternalCheckShown }) {
  const { reviewerName: name, results, recordable, waitingSince, dueOn, awaited, outcomeOnly } = check;
  const [latest] = results.filter((one) => !one.undone);
  const isFlagged = check.wait === "review" && !awaited && latest?.outcome === "flagged";
  if (!check.reviews || (check.wait === null && results.length === 0)) return null;
  return (
    <Panel title={words.title({ name: name || "JDP or NCSI" })}>
      <div className={classes.parts}>
        {awaited && (
          <Notice tone="waits" title={words.awaited({ name })}>
            {words.awaitedHelp({ name })}
          </Notice>
        )}
        {isFlagged && (
          <Notice tone="needs" title={words.flagged({ name })}>
            {words.flaggedHelp}
          </Notice>
        )}
        {outcomeOnly && !awaited && <p>{words.outcomeOnly}</p>}
        <Facts
          facts={[
            { label: words.waitingSince, value: waitingSince && momentText(waitingSince, zone) },
            {
              label: words.expectedBy,
              value: dueOn && (check.overdue ? words.overdue({ day: dayText(dueOn) }) : dayText(dueOn)),
            },
          ]}
        />
        {results.length > 0 && <Results check={check} zone={zone} />}
        {recordable.length > 0 && <RecordResult place={place} zone={zone} check={check} key={results.length} />}
      </div>
    </Panel>
  );
}

const pictures = {
  passed: { tone: "done", icon: IconCircleCheck },
  flagged: { tone: "needs", icon: IconAlertTriangle },
  canceled: { tone: "none", icon: IconInfoCircle },
} as const satisfies Record<ExternalOutcome, object>;

function Results({ check: { results, reviewerName }, zone }: { check: ExternalCheckShown; zone: string }) {
  return (
    <Timeline
      events={results.map(({ outcome, resultOn, imported, recordedAt, recordedByName, undone }) => {
        const moment = momentText(recordedAt, zone);
        const source = imported
          ? words.importedBy({ name: recordedByName, reviewer: reviewerName, moment })
          : words.recordedBy({ name: recordedByName, moment });
        return {
          key: `${recordedAt} ${outcome}`,
          ...pictures[outcome],
          text: words.resultOf({ outcome: externalOutcomeLabels[outcome], day: dayText(resultOn) }),
          note: undone ? `${source} ${words.undone}` : source,
        };
      })}
    />
  );
}

function RecordResult({ place, zone, check }: { place: Place; zone: string; check: ExternalCheckShown }) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const today = dayIn(new Date(serverNow()).toISOString(), zone);
  const [outcome, setOutcome] = useState<ExternalOutcome | null>(null);
  const [resultOn, setResultOn] = useState(today);
  const [validUntil, setValidUntil] = useState("");
  const [tried, setTried] = useState(false);
  const asksEnd = check.asksValidUntil && outcome === "passed";
  const saving = useMutation({
    mutationFn: (chosen: ExternalOutcome) =>
      call(recordExternalResult, {
        params: { id: place.requirementId },
        body: {
          profileLevelAccessId: place.profileLevelAccessId,
          ...{ outcome: chosen, resultOn, validUntil: asksEnd ? validUntil : null },
        },
      }),
    onSuccess: async () => {
      notify("done", words.recorded);
      await queryClient.invalidateQueries();
    },
  });
  const refused = saving.error ? refusedFields(saving.error) : null;
  const isComplete = outcome !== null && resultOn !== "" && (!asksEnd || validUntil !== "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isComplete && !saving.isPending) saving.mutate(outcome);
  };
  const effects = check.wait === "review" ? words.reviewEffects : words.effects;
  return (
    <form className={classes.parts} onSubmit={submit} noValidate aria-label={words.record}>
      <Choices
        label={words.whatResult({ name: check.reviewerName })}
        choices={check.recordable.map((one) => ({
          value: one,
          label: externalOutcomeLabels[one],
          note: effects[one],
        }))}
        value={outcome}
        onChange={(value) => {
          saving.reset();
          setOutcome(value);
        }}
        error={tried && outcome === null ? words.chooseResult : undefined}
      />
      <DateInput
        label={words.resultDate}
        value={resultOn}
        max={today}
        disabled={saving.isPending}
        onChange={(event) => {
          saving.reset();
          setResultOn(event.currentTarget.value);
        }}
        error={refused?.resultOn ?? (tried && resultOn === "" ? words.resultDateMissing : undefined)}
      />
      {asksEnd && (
        <DateInput
          label={words.validUntil}
          value={validUntil}
          disabled={saving.isPending}
          onChange={(event) => {
            saving.reset();
            setValidUntil(event.currentTarget.value);
          }}
          error={refused?.validUntil ?? (tried && validUntil === "" ? words.validUntilMissing : undefined)}
        />
      )}
      {saving.error && !refused && <Notice tone="stop">{messageOf(saving.error)}</Notice>}
      <div>
        <Button type="submit" label={words.record} loading={saving.isPending} />
      </div>
    </form>
  );
}

import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RequirementStatus } from "@touchline/contract";
import {
  getTrainingPackage,
  openTrainingPackage,
  type TrainingProgress,
} from "@touchline/contract/requirements/trainings";
import { Badge, Button, IconCheck, IconClock, IconX, LoadingState, Notice, Panel, useNotify } from "@touchline/ui";
import { useState } from "react";
import { call } from "../../../../client.ts";
import { LoadFailed, messageOf } from "../../../../ErrorScreens.tsx";
import type { FlowProps } from "../Flow.tsx";
import { refreshAfterSubmission } from "../queries.ts";
import page from "../RequirementPage.module.css";
import { words } from "../words.ts";
import classes from "./TrainingPlayer.module.css";
import { type Opened, TrainingPlayer } from "./TrainingPlayer.tsx";

const packageQuery = (id: string, profileLevelAccessId: string) =>
  queryOptions({
    queryKey: ["training", id, profileLevelAccessId],
    queryFn: ({ signal }) => call(getTrainingPackage, { params: { id }, query: { profileLevelAccessId } }, { signal }),
    gcTime: 0,
  });

type Part = TrainingProgress["items"][number];

/** A training taken here: its parts with their status, and the player. */
export function TrainingPackage({ requirement }: FlowProps) {
  const { requirementId: id, profileLevelAccessId } = requirement;
  const query = useQuery(packageQuery(id, profileLevelAccessId));
  const queryClient = useQueryClient();
  const notify = useNotify();
  const [opened, setOpened] = useState<Opened | null>(null);
  const opening = useMutation({
    mutationFn: async (item: number) => {
      const answer = await call(openTrainingPackage, { params: { id }, body: { profileLevelAccessId, item } });
      // If the package chooses its first part, it may be another than the one that was clicked.
      return { ...answer, title: query.data?.items[answer.item]?.title ?? "" };
    },
    onSuccess: setOpened,
  });
  if (query.error && !query.data) {
    return <LoadFailed title={words.trainingNotLoaded} error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <LoadingState label={words.loadingTheTraining} />;
  const progress = query.data;
  const close = async (submitted: RequirementStatus | null, opens: number | null) => {
    setOpened(null);
    if (submitted === null) {
      await query.refetch();
      if (opens !== null) opening.mutate(opens);
      return;
    }
    notify("done", submitted === RequirementStatus.PendingReview ? words.passedInReview : words.passedDone);
    await refreshAfterSubmission(queryClient);
    document.querySelector("h1")?.focus();
  };
  const several = progress.items.length > 1;
  // One button says what is next; the others are there.
  const next = progress.next ?? progress.items.findIndex((part) => part.outcome !== "passed" && part.available);
  return (
    <Panel title={words.trainingPanel}>
      <div className={classes.result}>
        <ResultNotice progress={progress} />
      </div>
      <ol
        className={several ? classes.parts : classes.one}
        aria-label={words.partsOfTraining({ title: progress.title })}
      >
        {progress.items.map((part, item) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its position
          <li key={item} className={classes.part}>
            <span className={classes.name}>
              {part.title} <PartBadge part={part} />
              {!part.available && <span className={page.quiet}>{waitsText(part, progress)}</span>}
            </span>
            <Button
              variant={item === next ? "primary" : "secondary"}
              disabled={!part.available}
              small={several}
              label={openLabel(part)}
              aria-label={words.openPart({ action: openLabel(part), title: part.title })}
              loading={opening.isPending && opening.variables === item}
              onClick={() => opening.mutate(item)}
            />
          </li>
        ))}
      </ol>
      {opening.error && <Notice tone="needs">{messageOf(opening.error)}</Notice>}
      <p className={page.quiet}>{words.courseHelp}</p>
      {opened && (
        <TrainingPlayer
          requirementId={id}
          profileLevelAccessId={profileLevelAccessId}
          opened={opened}
          onClose={(submitted, opens) => void close(submitted, opens)}
        />
      )}
    </Panel>
  );
}

const waitsText = ({ waitsFor }: Part, { items }: TrainingProgress) =>
  waitsFor === null ? words.notAvailableYet : words.availableAfter({ title: items[waitsFor]?.title ?? "" });

function openLabel({ outcome, begun }: Part): string {
  if (outcome === "failed") return words.tryAgain;
  if (outcome === "passed") return words.viewAgain;
  return begun ? words.continue : words.start;
}

function PartBadge({ part: { outcome, begun, score } }: { part: Part }) {
  const points = score === null ? null : Math.round(score);
  if (outcome === "passed") {
    return (
      <Badge tone="done" icon={IconCheck}>
        {points === null ? words.passed : words.passedScore({ score: points })}
      </Badge>
    );
  }
  if (outcome === "failed") {
    return (
      <Badge tone="stop" icon={IconX}>
        {points === null ? words.notPassed : words.notPassedScore({ score: points })}
      </Badge>
    );
  }
  return begun ? (
    <Badge tone="waits" icon={IconClock}>
      {words.inProgress}
    </Badge>
  ) : null;
}

function ResultNotice({ progress }: { progress: TrainingProgress }) {
  const { items, outcome, seconds, secondsWanted, minimumScore } = progress;
  if (outcome === "passed" && seconds < secondsWanted) {
    const left = Math.ceil((secondsWanted - seconds) / 60);
    return (
      <Notice tone="needs" title={words.passedTimeLeft({ minutes: left })}>
        {words.timeLeftHelp({ minutes: Math.round(secondsWanted / 60) })}
      </Notice>
    );
  }
  if (outcome === "passed") {
    return (
      <Notice tone="done" title={words.passed}>
        {words.resultOnItsWay}
      </Notice>
    );
  }
  if (!items.some((one) => one.outcome === "failed")) return null;
  return (
    <Notice tone="needs" title={words.notPassedYet}>
      {minimumScore === null ? words.retryHelp : words.minimumScoreHelp({ minimumScore })}
    </Notice>
  );
}

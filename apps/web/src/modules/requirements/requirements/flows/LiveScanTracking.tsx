import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { recordStateAnswer, type StateAnswer, stateAnswerLabels } from "@touchline/contract/screening/live-scan";
import {
  Button,
  Choices,
  DateInput,
  Facts,
  IconAlertTriangle,
  IconCircleCheck,
  IconHistory,
  IconInfoCircle,
  Notice,
  Panel,
  Textarea,
  TextLink,
  Timeline,
  useNotify,
} from "@touchline/ui";
import { type FormEvent, useState } from "react";
import { CallFailed, call } from "../../../../client.ts";
import { dayIn, dayText, momentText } from "../../../../dates.ts";
import { messageOf } from "../../../../ErrorScreens.tsx";
import { serverNow } from "../../../../session/clock.ts";
import { useActiveProfile } from "../../../../session/useActiveProfile.ts";
import { refreshAfterSubmission } from "../queries.ts";
import classes from "../RequirementPage.module.css";
import { words } from "../words.ts";
import { type LiveScanProgress, liveScanQuery, liveScanUrlsQuery } from "./live-scan.ts";

interface LiveScanTrackingProps {
  requirementId: string;
  profileLevelAccessId: string;
  zone: string;
  /** Whether it is decided beside this. */
  decides?: boolean;
}

/** Shows a Live Scan's progress to the person, and to reviewers, who record the state's answer here. */
export function LiveScanTracking({
  requirementId,
  profileLevelAccessId,
  zone,
  decides = false,
}: LiveScanTrackingProps) {
  const { data } = useQuery({ ...liveScanQuery(requirementId, profileLevelAccessId), retry: false });
  const urls = useQuery(liveScanUrlsQuery(useActiveProfile().organizationId)).data ?? [];
  // Without permission the call fails, and the page shows the status alone.
  if (!data || (data.formMadeAt === null && data.sentAt === null)) return null;
  const reviews = data.profile === null;
  const waiting = data.fingerprintedOn !== null;
  return (
    <Panel title={words.liveScanProgress}>
      {!reviews && waiting && <MemberNotice progress={data} />}
      <Facts
        facts={[
          {
            label: words.formCreated,
            value: data.formMadeAt ? momentText(data.formMadeAt, zone) : words.formNotCreatedHere,
          },
          { label: words.atiNumber, value: data.atiNumber },
          { label: words.fingerprintsTakenOn, value: data.fingerprintedOn && dayText(data.fingerprintedOn) },
          {
            label: waiting ? words.waitingForStateSince : words.atiSubmitted,
            value: data.sentAt && momentText(data.sentAt, zone),
          },
        ]}
      />
      {data.sentAt !== null &&
        urls.map(({ state, name, statusUrl }) => (
          <div key={state} className={classes.link}>
            <TextLink href={statusUrl} target="_blank" rel="noreferrer">
              {words.checkStatus({ state: name })}
            </TextLink>
            <p className={classes.quiet}>{words.statusNeeds}</p>
          </div>
        ))}
      {reviews && data.answers.length > 0 && <Answers progress={data} zone={zone} />}
      {decides && data.answers.some(({ answer }) => answer === "record") && (
        <div className={classes.link}>
          <Notice tone="needs" title={words.noRapSheet}>
            {words.noRapSheetHelp}
          </Notice>
        </div>
      )}
      {!decides && data.recordable.length > 0 && (
        <RecordAnswer
          place={{ requirementId, profileLevelAccessId }}
          recordable={data.recordable}
          zone={zone}
          key={data.answers.length}
        />
      )}
    </Panel>
  );
}

function MemberNotice({ progress: { answers } }: { progress: LiveScanProgress }) {
  const delayed = answers.at(-1)?.answer === "delayed";
  return (
    <Notice tone="waits" title={delayed ? words.takesLonger : words.stateIsChecking}>
      {delayed ? words.takesLongerHelp : words.stateIsCheckingHelp}
    </Notice>
  );
}

const pictures = {
  cleared: { tone: "done", icon: IconCircleCheck },
  delayed: { tone: "waits", icon: IconHistory },
  record: { tone: "needs", icon: IconInfoCircle },
  retake: { tone: "needs", icon: IconAlertTriangle },
} as const satisfies Record<StateAnswer, object>;

function Answers({ progress: { answers }, zone }: { progress: LiveScanProgress; zone: string }) {
  return (
    <div className={classes.link}>
      <Timeline
        events={answers.map((one) => ({
          key: one.recordedAt,
          ...pictures[one.answer],
          text: words.answerOf({ answer: stateAnswerLabels[one.answer], day: dayText(one.answeredOn) }),
          note: [
            words.recordedBy({ name: one.recordedByName ?? "", moment: momentText(one.recordedAt, zone) }),
            one.note,
          ]
            .filter(Boolean)
            .join(" "),
        }))}
      />
    </div>
  );
}

interface RecordAnswerProps {
  place: { requirementId: string; profileLevelAccessId: string };
  recordable: readonly StateAnswer[];
  zone: string;
}

function RecordAnswer({ place, recordable, zone }: RecordAnswerProps) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const today = dayIn(new Date(serverNow()).toISOString(), zone);
  const [answer, setAnswer] = useState<StateAnswer | null>(null);
  const [answeredOn, setDay] = useState(today);
  const [note, setNote] = useState("");
  const [tried, setTried] = useState(false);
  const takesNote = answer === "delayed" || answer === "retake";
  const saving = useMutation({
    mutationFn: (chosen: StateAnswer) =>
      call(recordStateAnswer, {
        params: { id: place.requirementId },
        body: {
          profileLevelAccessId: place.profileLevelAccessId,
          ...{ answer: chosen, answeredOn, note: takesNote ? note : "" },
        },
      }),
    onSuccess: async () => {
      notify("done", words.answerRecorded);
      for (const name of ["liveScan", "member", "members", "review", "reviewList"]) {
        void queryClient.invalidateQueries({ queryKey: [name] });
      }
      await refreshAfterSubmission(queryClient);
    },
  });
  const refused = saving.error instanceof CallFailed ? (saving.error.problem?.errors ?? []) : [];
  const later = recordable.length === 1;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (answer !== null && answeredOn !== "" && !saving.isPending) saving.mutate(answer);
  };
  return (
    <form className={classes.answer} onSubmit={submit} noValidate aria-label={words.recordAnswer}>
      <Notice tone="none" title={words.noRapSheet}>
        {words.noRapSheetHelp}
      </Notice>
      <Choices
        label={later ? words.laterNotice : words.whatStateAnswered}
        choices={recordable.map((one) => ({
          value: one,
          label: stateAnswerLabels[one],
          note: words.answerEffects[one],
        }))}
        value={answer}
        onChange={(value) => {
          saving.reset();
          setAnswer(value);
        }}
        error={tried && answer === null ? words.chooseAnswer : undefined}
      />
      <DateInput
        label={words.noticeDate}
        description={words.noticeDateHelp}
        value={answeredOn}
        max={today}
        disabled={saving.isPending}
        onChange={(event) => {
          saving.reset();
          setDay(event.currentTarget.value);
        }}
        error={
          refused.find(({ path }) => path === "answeredOn")?.message ??
          (tried && answeredOn === "" ? words.dateMissing : undefined)
        }
      />
      {takesNote && (
        <Textarea
          label={words.noteForReviewers}
          description={words.noteForReviewersHelp}
          value={note}
          maxLength={500}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      )}
      {saving.error && refused.length === 0 && <Notice tone="stop">{messageOf(saving.error)}</Notice>}
      <div className={classes.buttons}>
        <Button type="submit" label={words.recordAnswer} loading={saving.isPending} />
      </div>
    </form>
  );
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type AdverseAct,
  addAssessment,
  clearAfterReview,
  closeDispute,
  type DisputeResult,
  disputeReport,
  sendFinalNotice,
  startAdverseAction,
} from "@touchline/contract/screening/adverse-action";
import { Choices, DateInput, FileDrop, Notice, Textarea, TextInput, useNotify } from "@touchline/ui";
import { type ChangeEvent, type ReactNode, useState } from "react";
import { call } from "../../../client.ts";
import { dayText } from "../../../dates.ts";
import type { FieldErrors } from "../../../form-errors.ts";
import { FormDialog } from "../../../parts/FormDialog.tsx";
import type { Adverse } from "../../../screening/queries.ts";
import { words as screeningWords } from "../../../screening/words.ts";
import { type Review, staleAfterDecision } from "./queries.ts";
import { words } from "./words.ts";

interface ActDialogProps {
  review: Review;
  adverse: Adverse;
  onClose: () => void;
}

/** The dialog of one step of the adverse action. */
export function AdverseDialog({ act, ...props }: ActDialogProps & { act: AdverseAct }) {
  switch (act) {
    case "start":
      return <StartDialog {...props} />;
    case "dispute":
      return <DisputeDialog {...props} />;
    case "closeDispute":
      return <CloseDialog {...props} />;
    case "assess":
      return <AssessDialog {...props} />;
    case "final":
      return <FinalDialog {...props} />;
    default:
      return <ClearDialog {...props} />;
  }
}

/** Sends a request about the check, then refetches everything that shows it. */
function useAct<Answer>({ onClose }: ActDialogProps, send: () => Promise<Answer>, done: (answer: Answer) => string) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: send,
    onSuccess: async (answer) => {
      notify("done", done(answer));
      await Promise.all(
        ["adverseAction", ...staleAfterDecision].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
      );
      onClose();
    },
  });
}

const about = <Body extends object>({ requirementId, profileLevelAccessId }: Review, body: Body) => ({
  params: { id: requirementId },
  body: { profileLevelAccessId, ...body },
});

type Draft = Record<string, string>;

/** Keeps the form's fields by name, and finds the required ones that are empty. */
function useDraft<Fields extends Draft>(initial: Fields, required: readonly (keyof Fields & string)[]) {
  const [draft, setDraft] = useState(initial);
  return {
    draft,
    set: (change: Partial<Fields>) => setDraft((before) => ({ ...before, ...change })),
    field: (name: keyof Fields & string, errors: FieldErrors) => ({
      value: draft[name] as string,
      error: errors[name],
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        setDraft((before) => ({ ...before, [name]: event.target.value })),
    }),
    problems: (): FieldErrors | null => {
      const missing = required.filter((name) => (draft[name] as string).trim() === "");
      return missing.length === 0 ? null : Object.fromEntries(missing.map((name) => [name, words.fieldMissing]));
    },
  };
}

type Assessed = { offense: string; timePassed: string; role: string };
const noAssessment: Assessed = { offense: "", timePassed: "", role: "" };

function AssessmentFields({
  field,
  errors,
}: {
  field: (name: keyof Assessed, errors: FieldErrors) => object;
  errors: FieldErrors;
}) {
  return (
    <>
      <Textarea label={words.offense} rows={2} maxLength={2000} {...field("offense", errors)} />
      <Textarea label={words.timePassed} rows={2} maxLength={2000} {...field("timePassed", errors)} />
      <Textarea label={words.roleWeighed} rows={2} maxLength={2000} {...field("role", errors)} />
    </>
  );
}

interface ActFormProps {
  title: string;
  /** The label of the button. The title is used if missing. */
  label?: string;
  danger?: boolean;
  wide?: boolean;
  draft: object;
  problems?: () => FieldErrors | null;
  sending: { isPending: boolean; error: Error | null; mutate: () => void };
  onClose: () => void;
  children: (errors: FieldErrors) => ReactNode;
}

function ActForm({ title, label = title, problems = () => null, sending, ...props }: ActFormProps) {
  return (
    <FormDialog
      {...props}
      title={title}
      label={label}
      refused={screeningWords.notRecorded}
      problems={problems}
      sending={sending}
      onSend={() => sending.mutate()}
    />
  );
}

function StartDialog(props: ActDialogProps) {
  const { review, adverse, onClose } = props;
  const { beginning } = adverse;
  const { name: agencyName = "", address: agencyAddress = "", phone: agencyPhone = "" } = beginning?.agency ?? {};
  const { draft, field, problems } = useDraft({ items: "", agencyName, agencyAddress, agencyPhone, ...noAssessment }, [
    "items",
    "agencyName",
    "agencyAddress",
    "agencyPhone",
    "offense",
    "timePassed",
    "role",
  ]);
  const [file, setFile] = useState<File | null>(null);
  const uploads = file
    ? [{ key: file.name, name: file.name, size: file.size, state: { kind: "chosen" as const } }]
    : [];
  const needsFile = beginning?.uploadsReport === true;
  const sending = useAct(
    props,
    () => call(startAdverseAction, { ...about(review, draft), files: file ? [file] : [] }),
    () => words.preAdverseSent,
  );
  return (
    <ActForm
      wide
      title={words.sendPreAdverse}
      label={words.sendNotice}
      draft={{ ...draft, uploads }}
      problems={() => {
        const missing = { ...problems(), ...(needsFile && !file && { file: words.reportMissing }) };
        return Object.keys(missing).length === 0 ? null : missing;
      }}
      sending={sending}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>{words.preAdverseHelp({ name: review.firstName })}</p>
          {beginning && (
            <Notice tone="none">
              {words.preAdverseDates({ days: beginning.waitingDays, day: dayText(beginning.finalFrom) })}
            </Notice>
          )}
          {beginning?.byMail && <Notice tone="needs">{words.sendByMail}</Notice>}
          {needsFile && (
            <FileDrop
              label={words.reportFile}
              description={words.reportFileHelp}
              limits={{ extensions: ["pdf"], maxBytes: 25 * 1024 * 1024 }}
              error={errors.file}
              uploads={uploads}
              onFiles={([chosen]) => setFile(chosen ?? null)}
              onRemove={() => setFile(null)}
            />
          )}
          <Textarea
            label={words.consideredItems}
            description={words.itemsHelp({ name: review.firstName })}
            rows={4}
            maxLength={4000}
            {...field("items", errors)}
          />
          <TextInput label={words.agencyName} maxLength={200} {...field("agencyName", errors)} />
          <TextInput label={words.agencyAddress} maxLength={300} {...field("agencyAddress", errors)} />
          <TextInput label={words.agencyPhone} maxLength={60} {...field("agencyPhone", errors)} />
          <h3>{words.assessment}</h3>
          <p>{words.assessmentHelp}</p>
          <AssessmentFields field={field} errors={errors} />
        </>
      )}
    </ActForm>
  );
}

function DisputeDialog(props: ActDialogProps) {
  const { draft, field } = useDraft({ explanation: "" }, []);
  const sending = useAct(
    props,
    () => call(disputeReport, about(props.review, draft)),
    () => screeningWords.reportDisputed,
  );
  return (
    <ActForm title={words.recordDispute} draft={draft} sending={sending} onClose={props.onClose}>
      {(errors) => (
        <>
          <p>{words.disputeHelp}</p>
          <Textarea label={words.disputeWhat} rows={3} maxLength={4000} {...field("explanation", errors)} />
        </>
      )}
    </ActForm>
  );
}

type ClosedAs = Exclude<DisputeResult, "answered">;

function CloseDialog(props: ActDialogProps) {
  const { draft, set, field, problems } = useDraft({ result: "", note: "" }, ["result", "note"]);
  const sending = useAct(
    props,
    () => call(closeDispute, about(props.review, { note: draft.note, result: draft.result as ClosedAs })),
    () => words.disputeClosed,
  );
  return (
    <ActForm title={words.closeDispute} draft={draft} problems={problems} sending={sending} onClose={props.onClose}>
      {(errors) => (
        <>
          <p>{words.closeHelp}</p>
          <Choices
            label={words.agencyAnswer}
            choices={(["unchanged", "changed", "clear"] as const).map((value) => ({
              value,
              label: words.disputeResults[value],
            }))}
            value={draft.result === "" ? null : (draft.result as ClosedAs)}
            onChange={(result) => set({ result })}
            error={errors.result}
          />
          <Textarea
            label={words.closeNote}
            description={words.closeNoteHelp}
            rows={3}
            maxLength={2000}
            {...field("note", errors)}
          />
        </>
      )}
    </ActForm>
  );
}

function AssessDialog(props: ActDialogProps) {
  const { draft, field, problems } = useDraft(noAssessment, ["offense", "timePassed", "role"]);
  const sending = useAct(
    props,
    () => call(addAssessment, about(props.review, draft)),
    () => words.assessmentAdded,
  );
  return (
    <ActForm
      wide
      title={words.addAssessment}
      draft={draft}
      problems={problems}
      sending={sending}
      onClose={props.onClose}
    >
      {(errors) => (
        <>
          <p>{words.assessmentHelp}</p>
          <AssessmentFields field={field} errors={errors} />
        </>
      )}
    </ActForm>
  );
}

function FinalDialog(props: ActDialogProps) {
  const { review, adverse } = props;
  const { draft, field, problems } = useDraft({ reason: "" }, ["reason"]);
  const sending = useAct(
    props,
    () => call(sendFinalNotice, about(review, draft)),
    ({ proposed }) => (proposed ? words.finalProposedNotice : words.finalSent),
  );
  const proposes = review.secondReviewer && !adverse.action?.proposed;
  return (
    <ActForm
      danger
      title={words.sendFinal}
      label={proposes ? words.propose : words.sendFinal}
      draft={draft}
      problems={problems}
      sending={sending}
      onClose={props.onClose}
    >
      {(errors) => (
        <>
          <p>{proposes ? words.proposeEffect : words.finalHelp({ name: review.fullName })}</p>
          <Textarea
            label={words.notes}
            description={words.reviewersReadNotes}
            rows={3}
            maxLength={2000}
            {...field("reason", errors)}
          />
        </>
      )}
    </ActForm>
  );
}

function ClearDialog(props: ActDialogProps) {
  const { review } = props;
  const asksValidUntil = review.asksValidUntil;
  const { draft, field, problems } = useDraft(
    { note: "", validUntil: review.attempt.validUntil ?? "" },
    asksValidUntil ? ["validUntil"] : [],
  );
  const sending = useAct(
    props,
    () =>
      call(
        clearAfterReview,
        about(review, { note: draft.note, ...(asksValidUntil ? { validUntil: draft.validUntil } : {}) }),
      ),
    () => words.clearedNotice({ name: review.fullName }),
  );
  return (
    <ActForm
      title={words.clearTitle}
      label={words.clearCheck}
      draft={draft}
      problems={problems}
      sending={sending}
      onClose={props.onClose}
    >
      {(errors) => (
        <>
          <p>{words.clearHelp({ name: review.fullName })}</p>
          {asksValidUntil && <DateInput label={words.validUntil} {...field("validUntil", errors)} />}
          <Textarea
            label={words.notesOptional}
            description={words.reviewersReadNotes}
            rows={3}
            maxLength={2000}
            {...field("note", errors)}
          />
        </>
      )}
    </ActForm>
  );
}

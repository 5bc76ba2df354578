import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { addAdverseStatement, disputeReport } from "@touchline/contract/screening/adverse-action";
import { Button, Facts, FileDrop, Notice, Panel, Textarea, TextLink, type Tone, useNotify } from "@touchline/ui";
import { useState } from "react";
import { call } from "../../../client.ts";
import { dayText } from "../../../dates.ts";
import { FormDialog } from "../../../parts/FormDialog.tsx";
import { AdverseDocuments, AdverseSteps, type CheckPlace } from "../../../screening/AdverseRecord.tsx";
import { type AdverseActionTold, adverseQuery } from "../../../screening/queries.ts";
import { words as screeningWords } from "../../../screening/words.ts";
import type { FlowProps } from "../requirements/Flow.tsx";
import { refreshAfterSubmission } from "../requirements/queries.ts";
import page from "../requirements/RequirementPage.module.css";
import classes from "./Check.module.css";
import { words } from "./words.ts";

const tones: Record<AdverseActionTold["state"], Tone> = {
  waiting: "needs",
  disputed: "waits",
  cleared: "done",
  final: "stop",
  stopped: "none",
};

/** The notice before a decision, as the person or a guardian reads it, and what they can do. */
export function AdverseNotice({ requirement, zone }: FlowProps) {
  const { requirementId, profileLevelAccessId } = requirement;
  const { data } = useQuery(adverseQuery(requirementId, profileLevelAccessId));
  const [asks, setAsks] = useState<"dispute" | "statement" | null>(null);
  if (!data?.own || data.action === null) return null;
  const { action } = data;
  const place = { requirementId, profileLevelAccessId };
  const may = (act: "dispute" | "statement") => data.acts.some((one) => one.act === act && one.refusal === null);
  const { name, address, phone, website } = action.agency;
  return (
    <Panel title={words.noticeTitle}>
      <Notice tone={tones[action.state]} title={action.text}>
        {action.next}
      </Notice>
      <div className={classes.after}>
        <Facts
          facts={[
            { label: words.noticeUntil, value: action.lastDay && dayText(action.lastDay) },
            { label: words.noticeItems, value: action.items },
            { label: words.noticeAgency, value: [name, address, phone].filter((one) => one !== "").join(", ") },
          ]}
        />
        <AdverseDocuments place={place} zone={zone} action={action} />
        {(may("dispute") || may("statement")) && (
          <div className={page.buttons}>
            {may("dispute") && <Button label={words.disputeReport} onClick={() => setAsks("dispute")} />}
            {may("statement") && (
              <Button variant="secondary" label={words.addStatement} onClick={() => setAsks("statement")} />
            )}
          </div>
        )}
        {action.state === "disputed" && website !== null && (
          <p>
            {words.disputeAt({ agency: name })}{" "}
            <TextLink href={website} target="_blank" rel="noreferrer">
              {website}
            </TextLink>
          </p>
        )}
        <details className={classes.steps}>
          <summary>{screeningWords.whatHappened}</summary>
          <AdverseSteps place={place} zone={zone} action={action} />
        </details>
      </div>
      {asks === "dispute" && <DisputeDialog place={place} action={action} onClose={() => setAsks(null)} />}
      {asks === "statement" && <StatementDialog place={place} onClose={() => setAsks(null)} />}
    </Panel>
  );
}

function useRefresh() {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: ["adverseAction"] });
    await refreshAfterSubmission(queryClient);
  };
}

interface DialogProps {
  place: CheckPlace;
  onClose: () => void;
}

function DisputeDialog({ place, action, onClose }: DialogProps & { action: AdverseActionTold }) {
  const [explanation, setExplanation] = useState("");
  const notify = useNotify();
  const refresh = useRefresh();
  const { name, address, phone, website } = action.agency;
  const sending = useMutation({
    mutationFn: () =>
      call(disputeReport, {
        params: { id: place.requirementId },
        body: { profileLevelAccessId: place.profileLevelAccessId, explanation },
      }),
    onSuccess: async () => {
      notify("done", words.disputeRecorded);
      await refresh();
      onClose();
    },
  });
  return (
    <FormDialog
      title={words.disputeTitle}
      label={words.recordDispute}
      refused={screeningWords.notRecorded}
      draft={{ explanation }}
      problems={() => null}
      sending={sending}
      onSend={() => sending.mutate()}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>{words.disputeHelp({ agency: name })}</p>
          <Facts
            facts={[
              { label: words.noticeAgency, value: name },
              { label: words.agencyAddress, value: address || null },
              { label: words.agencyPhone, value: phone || null },
              {
                label: words.agencyWebsite,
                value: website && (
                  <TextLink href={website} target="_blank" rel="noreferrer">
                    {website}
                  </TextLink>
                ),
              },
            ]}
          />
          <Textarea
            label={words.disputeWhat}
            description={words.disputeWhatHelp}
            rows={4}
            maxLength={4000}
            value={explanation}
            error={errors.explanation}
            onChange={(event) => setExplanation(event.target.value)}
          />
        </>
      )}
    </FormDialog>
  );
}

function StatementDialog({ place, onClose }: DialogProps) {
  const [statement, setStatement] = useState("");
  const [files, setFiles] = useState<readonly File[]>([]);
  const notify = useNotify();
  const refresh = useRefresh();
  const sending = useMutation({
    mutationFn: () =>
      call(addAdverseStatement, {
        params: { id: place.requirementId },
        body: { profileLevelAccessId: place.profileLevelAccessId, statement: statement.trim() },
        files,
      }),
    onSuccess: async () => {
      notify("done", words.statementAdded);
      await refresh();
      onClose();
    },
  });
  const uploads = files.map((file, at) => ({
    key: `${at} ${file.name}`,
    name: file.name,
    size: file.size,
    state: { kind: "chosen" as const },
  }));
  return (
    <FormDialog
      wide
      title={words.addStatement}
      label={words.sendStatement}
      refused={screeningWords.notRecorded}
      draft={{ statement, uploads }}
      problems={() => (statement.trim() === "" ? { statement: words.statementEmpty } : null)}
      sending={sending}
      onSend={() => sending.mutate()}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>{words.statementHelp}</p>
          <Textarea
            label={words.statement}
            rows={6}
            maxLength={4000}
            value={statement}
            error={errors.statement}
            onChange={(event) => setStatement(event.target.value)}
          />
          <FileDrop
            label={words.statementFiles}
            multiple
            most={5}
            error={errors.file}
            uploads={uploads}
            onFiles={(more) => setFiles((before) => [...before, ...more].slice(0, 5))}
            onRemove={(key) => setFiles((before) => before.filter((file, at) => `${at} ${file.name}` !== key))}
          />
        </>
      )}
    </FormDialog>
  );
}

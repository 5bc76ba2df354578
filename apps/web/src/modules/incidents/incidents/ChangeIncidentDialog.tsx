import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type IncidentState, incidentStates } from "@touchline/contract/incidents/incidents";
import { Button, Choices, TextInput, useNotify } from "@touchline/ui";
import { useState } from "react";
import { FormDialog } from "../../../parts/FormDialog.tsx";
import { IncidentFields, useFiles } from "./IncidentFields.tsx";
import classes from "./Incidents.module.css";
import { ofField, toField } from "./local-date-time.ts";
import { change, type Incident } from "./queries.ts";
import { problemsIn } from "./ReportIncidentDialog.tsx";
import { incidentStateLabels, words } from "./words.ts";

const stateNotes: Record<IncidentState, string> = {
  Open: words.openHelp,
  InReview: words.inReviewHelp,
  Closed: words.closedHelp,
};

/** Corrects an incident, records when an authority was notified, closes it or reopens it. Earlier versions are kept. */
export function ChangeIncidentDialog({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const [form, setForm] = useState({
    kind: incident.kind as Incident["kind"] | null,
    happenedAt: toField(incident.happenedAt),
    description: incident.description,
  });
  const [state, setState] = useState(incident.state);
  const [toldAt, setToldAt] = useState(toField(incident.authorityToldAt));
  const { files, drop } = useFiles();
  const queryClient = useQueryClient();
  const notify = useNotify();
  /** A field shows minutes; what was not touched keeps its seconds. */
  const kept = (field: string, before: string | null) => (field === toField(before) ? before : ofField(field));
  const saving = useMutation({
    mutationFn: () => {
      const authorityToldAt = kept(toldAt, incident.authorityToldAt);
      return change(
        incident.incidentId,
        {
          kind: form.kind ?? incident.kind,
          happenedAt: kept(form.happenedAt, incident.happenedAt) ?? incident.happenedAt,
          description: form.description.trim(),
          state,
          version: incident.version,
          ...(authorityToldAt !== null && { authorityToldAt }),
        },
        files,
      );
    },
    onSuccess: async () => {
      notify("done", words.saved);
      await Promise.all(
        ["incidents", "incident", "member"].map((key) =>
          queryClient.invalidateQueries({ queryKey: [key], refetchType: "active" }),
        ),
      );
      onClose();
    },
  });
  return (
    <FormDialog
      wide
      title={words.updateTitle({ name: incident.personName })}
      label={words.save}
      refused={words.notSaved}
      draft={{ ...form, state, toldAt, files: drop.uploads }}
      problems={problemsIn}
      sending={saving}
      onSend={() => saving.mutate()}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <div className={classes.row}>
            <TextInput
              type="datetime-local"
              label={words.reportedToAuthority}
              description={words.reportedToAuthorityHelp}
              value={toldAt}
              error={errors.authorityToldAt}
              onChange={(event) => setToldAt(event.target.value)}
            />
            {toldAt === "" && (
              <Button
                small
                variant="quaternary"
                label={words.justNow}
                onClick={() => setToldAt(toField(new Date().toISOString()))}
              />
            )}
          </div>
          <Choices
            label={words.state}
            choices={incidentStates.map((value) => ({
              value,
              label: incidentStateLabels[value],
              note: stateNotes[value],
            }))}
            value={state}
            onChange={setState}
            compact
          />
          <IncidentFields form={form} onChange={setForm} errors={errors} drop={drop} />
        </>
      )}
    </FormDialog>
  );
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { reportingHours } from "@touchline/contract/incidents";
import { Button, Dialog, Notice, useNotify } from "@touchline/ui";
import { type FormEvent, useId, useRef, useState } from "react";
import { momentText } from "../../dates.ts";
import { type FieldErrors, focusFirstError, noErrors, refusedFields } from "../../formErrors.ts";
import { IncidentFields, type IncidentForm, useFiles } from "./IncidentFields.tsx";
import classes from "./Incidents.module.css";
import { report } from "./queries.ts";
import { ofField } from "./when.ts";

interface ReportIncidentDialogProps {
  profileLevelAccessId: string;
  name: string;
  zone: string;
  onClose: () => void;
}

/** What is missing in a form; null when nothing is. */
export function problemsIn({ kind, happenedAt, description }: IncidentForm): FieldErrors | null {
  const problems = {
    ...(kind === null && { kind: "Choose what comes closest." }),
    ...(ofField(happenedAt) === null && { happenedAt: "Say when it happened, as well as you know." }),
    ...(description.trim() === "" && { description: "Tell what happened." }),
  };
  return Object.keys(problems).length === 0 ? null : problems;
}

/** Reports an incident against a person. */
export function ReportIncidentDialog({ profileLevelAccessId, name, zone, onClose }: ReportIncidentDialogProps) {
  const [form, setForm] = useState<IncidentForm>({ kind: null, happenedAt: "", description: "" });
  const [errors, setErrors] = useState<FieldErrors>(noErrors);
  const { files, drop } = useFiles();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const id = useId();
  const ref = useRef<HTMLFormElement>(null);
  const reporting = useMutation({
    mutationFn: () =>
      report(
        {
          profileLevelAccessId,
          kind: form.kind ?? "Other",
          happenedAt: ofField(form.happenedAt) ?? "",
          description: form.description.trim(),
        },
        files,
      ),
    onSuccess: async (incident) => {
      notify("done", `Reported. An authority must be told by ${momentText(incident.dueAt, zone)}.`);
      await Promise.all(
        ["incidents", "member"].map((key) => queryClient.invalidateQueries({ queryKey: [key], refetchType: "active" })),
      );
      onClose();
    },
    onError: (error) => {
      setErrors(refusedFields(error) ?? noErrors);
      focusFirstError(ref.current);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const problems = problemsIn(form);
    setErrors(problems ?? noErrors);
    if (problems) focusFirstError(ref.current);
    else reporting.mutate();
  };
  return (
    <Dialog
      opened
      wide
      closeOnBackdrop={false}
      onClose={onClose}
      title={`Report an incident: ${name}`}
      footer={
        <>
          <Button variant="secondary" label="Cancel" onClick={onClose} />
          <Button type="submit" form={id} label="Report" loading={reporting.isPending} />
        </>
      }
    >
      <form className={classes.form} id={id} ref={ref} onSubmit={submit} noValidate>
        <p>
          If somebody is in danger, call the emergency services first. With the report a clock of {reportingHours} hours
          starts, within which an authority must be told of suspected abuse.
        </p>
        {reporting.error && !refusedFields(reporting.error) && (
          <Notice tone="stop" title="Not reported">
            {reporting.error.message}
          </Notice>
        )}
        <IncidentFields form={form} onChange={setForm} errors={errors} drop={drop} />
      </form>
    </Dialog>
  );
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { reportingHours } from "@touchline/contract/incidents/incidents";
import { useNotify } from "@touchline/ui";
import { useState } from "react";
import { momentText } from "../../../dates.ts";
import type { FieldErrors } from "../../../form-errors.ts";
import { FormDialog } from "../../../parts/FormDialog.tsx";
import { IncidentFields, type IncidentForm, useFiles } from "./IncidentFields.tsx";
import { ofField } from "./local-date-time.ts";
import { report } from "./queries.ts";
import { words } from "./words.ts";

interface ReportIncidentDialogProps {
  profileLevelAccessId: string;
  name: string;
  zone: string;
  onClose: () => void;
}

/** Returns the missing fields of a form; null if it is complete. */
export function problemsIn({ kind, happenedAt, description }: IncidentForm): FieldErrors | null {
  const problems = {
    ...(kind === null && { kind: words.kindMissing }),
    ...(ofField(happenedAt) === null && { happenedAt: words.happenedMissing }),
    ...(description.trim() === "" && { description: words.whatHappenedMissing }),
  };
  return Object.keys(problems).length === 0 ? null : problems;
}

/** Reports an incident against a person. */
export function ReportIncidentDialog({ profileLevelAccessId, name, zone, onClose }: ReportIncidentDialogProps) {
  const [form, setForm] = useState<IncidentForm>({ kind: null, happenedAt: "", description: "" });
  const { files, drop } = useFiles();
  const queryClient = useQueryClient();
  const notify = useNotify();
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
      notify("done", words.reportedNotice({ moment: momentText(incident.dueAt, zone) }));
      await Promise.all(
        ["incidents", "member"].map((key) => queryClient.invalidateQueries({ queryKey: [key], refetchType: "active" })),
      );
      onClose();
    },
  });
  return (
    <FormDialog
      wide
      title={words.reportTitle({ name })}
      label={words.submitReport}
      refused={words.notReported}
      draft={{ ...form, files: drop.uploads }}
      problems={problemsIn}
      sending={reporting}
      onSend={() => reporting.mutate()}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>{words.reportHelp({ hours: reportingHours })}</p>
          <IncidentFields form={form} onChange={setForm} errors={errors} drop={drop} />
        </>
      )}
    </FormDialog>
  );
}

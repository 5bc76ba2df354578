import { useMutation } from "@tanstack/react-query";
import { Button, IconDownload, Menu, useNotify } from "@touchline/ui";
import { useState } from "react";
import { messageOf } from "../../../ErrorScreens.tsx";
import { saveFile } from "../../../files/save-file.ts";
import classes from "./Audit.module.css";
import type { AuditFilter } from "./filter.ts";
import { type ExportFormat, fetchExport, fetchKey } from "./queries.ts";

/** Takes the log along as it is narrowed: as a proof, as a table, and what is to be kept apart from both. */
export function ExportMenu({ filter }: { filter: AuditFilter }) {
  const notify = useNotify();
  const [parts, setParts] = useState(0);
  const exporting = useMutation({
    mutationFn: (format: ExportFormat) => fetchExport(filter, format, setParts),
    onMutate: () => setParts(0),
    onSuccess: (file) => {
      if (file.blob.size > 0) saveFile(file);
      else notify("needs", "Nothing is sealed yet. Try again in a minute.");
    },
    onError: (error) => notify("stop", messageOf(error)),
  });
  const keeping = useMutation({
    mutationFn: fetchKey,
    onSuccess: ({ key, checkpoint }, of: "key" | "checkpoint") => {
      const file = of === "key" ? key : checkpoint;
      if (file) saveFile(file);
      else notify("needs", "Nothing is sealed yet. Try again in a minute.");
    },
    onError: (error) => notify("stop", messageOf(error)),
  });
  if (exporting.isPending || keeping.isPending) {
    return <Button variant="secondary" loading label={parts > 1 ? `Exporting, part ${parts}` : "Exporting"} />;
  }
  return (
    <Menu
      label="Export"
      namedByText
      groups={[
        {
          title: "With the current filters",
          items: [
            {
              key: "ndjson",
              label: "Sealed export (NDJSON)",
              note: "Can be verified by anyone, without this database",
              onSelect: () => exporting.mutate("ndjson"),
            },
            {
              key: "csv",
              label: "Table (CSV)",
              note: "With names, for a spreadsheet",
              onSelect: () => exporting.mutate("csv"),
            },
          ],
        },
        {
          title: "Keep in a separate place",
          items: [
            { key: "key", label: "Public key", onSelect: () => keeping.mutate("key") },
            {
              key: "checkpoint",
              label: "Latest checkpoint",
              note: "Proves the state of the log as of today",
              onSelect: () => keeping.mutate("checkpoint"),
            },
          ],
        },
      ]}
    >
      <span className={classes.export}>
        <IconDownload aria-hidden="true" size={18} />
        Export
      </span>
    </Menu>
  );
}

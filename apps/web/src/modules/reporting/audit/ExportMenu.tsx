import { useMutation } from "@tanstack/react-query";
import { Button, IconDownload, Menu, useNotify } from "@touchline/ui";
import { useState } from "react";
import { messageOf } from "../../../ErrorScreens.tsx";
import { saveFile } from "../../../files/save-file.ts";
import classes from "./Audit.module.css";
import type { AuditSearch } from "./filter.ts";
import { type AuditExportFormat, fetchExport, fetchKey } from "./queries.ts";
import { words } from "./words.ts";

/** Exports the filtered log as a proof or as a table, and the data that must be kept apart from both. */
export function ExportMenu({ filter }: { filter: AuditSearch }) {
  const notify = useNotify();
  const [parts, setParts] = useState(0);
  const exporting = useMutation({
    mutationFn: (format: AuditExportFormat) => fetchExport(filter, format, setParts),
    onMutate: () => setParts(0),
    onSuccess: (file) => {
      if (file.blob.size > 0) saveFile(file);
      else notify("needs", words.nothingSealed);
    },
    onError: (error) => notify("stop", messageOf(error)),
  });
  const keeping = useMutation({
    mutationFn: fetchKey,
    onSuccess: ({ key, checkpoint }, of: "key" | "checkpoint") => {
      const file = of === "key" ? key : checkpoint;
      if (file) saveFile(file);
      else notify("needs", words.nothingSealed);
    },
    onError: (error) => notify("stop", messageOf(error)),
  });
  if (exporting.isPending || keeping.isPending) {
    return (
      <Button variant="secondary" loading label={parts > 1 ? words.exportingPart({ part: parts }) : words.exporting} />
    );
  }
  return (
    <Menu
      label={words.export}
      namedByText
      groups={[
        {
          title: words.withFilters,
          items: [
            {
              key: "ndjson",
              label: words.sealedExport,
              note: words.sealedExportHint,
              onSelect: () => exporting.mutate("ndjson"),
            },
            {
              key: "csv",
              label: words.tableExport,
              note: words.tableExportHint,
              onSelect: () => exporting.mutate("csv"),
            },
          ],
        },
        {
          title: words.keepSeparately,
          items: [
            { key: "key", label: words.publicKey, onSelect: () => keeping.mutate("key") },
            {
              key: "checkpoint",
              label: words.latestCheckpoint,
              note: words.latestCheckpointHint,
              onSelect: () => keeping.mutate("checkpoint"),
            },
          ],
        },
      ]}
    >
      <span className={classes.export}>
        <IconDownload aria-hidden="true" size={18} />
        {words.export}
      </span>
    </Menu>
  );
}

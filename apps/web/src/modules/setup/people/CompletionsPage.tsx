import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { completionImportLimits } from "@touchline/contract/setup/completion-imports";
import { Button, FileDrop, Notice, PageHeader, Panel, type Upload } from "@touchline/ui";
import { useState } from "react";
import { messageOf } from "../../../ErrorScreens.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { useTitle } from "../../../useTitle.ts";
import { type CompletionImport, checkList, importList } from "./completion-imports.ts";
import classes from "./People.module.css";
import { countOf } from "./words.ts";

const limits = { extensions: ["csv", "txt", "tsv", "xlsx"], maxBytes: completionImportLimits.bytes };
/** Problems that are listed; the file has the others. */
const shownProblems = 100;

/** Where completions from before come in. Whoever sees no members is sent home. */
export function CompletionsPage() {
  return useActiveProfile().tabs.includes("Dashboard") ? <Completions /> : <Navigate to="/" replace />;
}

function Completions() {
  useTitle("Import completions");
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState(0);
  const checking = useMutation({ mutationFn: (list: File) => checkList(list, setShare) });
  const importing = useMutation({
    mutationFn: importList,
    onSuccess: () => queryClient.invalidateQueries(),
  });
  const begin = (list: File) => {
    setShare(0);
    setFile(list);
    importing.reset();
    checking.mutate(list);
  };
  const clear = () => {
    setFile(null);
    checking.reset();
    importing.reset();
  };
  const reason = checking.error ? messageOf(checking.error) : null;
  const uploads: Upload[] = file
    ? [
        {
          ...{ key: file.name, name: file.name, size: file.size },
          state: reason
            ? { kind: "failed", reason }
            : checking.isPending
              ? { kind: "uploading", progress: share }
              : { kind: "done" },
        },
      ]
    : [];
  const result = importing.data ?? checking.data;
  return (
    <>
      <PageHeader title="Import completions" path={[{ label: "Add people", href: "/people/add" }]}>
        Bring along what your people completed before, on paper or in another system. You see the result of each row
        before anything is saved.
      </PageHeader>
      <div className={classes.stack}>
        <Panel title="From a file">
          <FileDrop
            label="Your list"
            description={`An Excel (.xlsx) or CSV file with up to ${completionImportLimits.rows.toLocaleString("en")} rows.`}
            limits={limits}
            disabled={checking.isPending || importing.isPending}
            uploads={uploads}
            onFiles={([list]) => list && begin(list)}
            onRetry={() => file && begin(file)}
            onRemove={clear}
          />
        </Panel>
        {importing.error && (
          <Notice tone="stop" title="Nothing was imported">
            {messageOf(importing.error)}
          </Notice>
        )}
        {result ? (
          <Rows result={result} imported={importing.data !== undefined}>
            {importing.data === undefined && file && result.fates.record > 0 && (
              <Button
                label={`Import ${countOf(result.fates.record, "completion", "completions")}`}
                loading={importing.isPending}
                onClick={() => importing.mutate(file)}
              />
            )}
          </Rows>
        ) : (
          <Notice tone="waits" title="Columns">
            The first row names the columns: Email (or First name, Last name and Date of birth), Requirement, Completed
            on and, where each document has its own expiration date, Valid until. The person’s history shows each
            completion as carried over by import.
          </Notice>
        )}
      </div>
    </>
  );
}

function Rows({
  result,
  imported,
  children,
}: {
  result: CompletionImport;
  imported: boolean;
  children: React.ReactNode;
}) {
  const { record, known, error } = result.fates;
  const problems = result.data.filter((row) => row.fate === "error");
  return (
    <Panel title={imported ? "Imported" : "Result"}>
      <div className={classes.stack}>
        <p>
          {imported
            ? `${countOf(record, "completion", "completions")} imported.`
            : `${countOf(record, "completion", "completions")} can be imported.`}
          {known > 0 && ` ${countOf(known, "row is", "rows are")} already on record.`}
          {error > 0 && ` ${countOf(error, "row needs", "rows need")} fixing.`}
        </p>
        {problems.length > 0 && (
          <ul className={classes.recent}>
            {problems.slice(0, shownProblems).map((row) => (
              <li key={row.number}>
                <strong>
                  Row {row.number}
                  {row.name && `, ${row.name}`}
                </strong>
                <span className={classes.quiet}>{row.message}</span>
              </li>
            ))}
          </ul>
        )}
        {problems.length > shownProblems && (
          <p className={classes.quiet}>And {countOf(problems.length - shownProblems, "more row", "more rows")}.</p>
        )}
        {children && <div>{children}</div>}
      </div>
    </Panel>
  );
}

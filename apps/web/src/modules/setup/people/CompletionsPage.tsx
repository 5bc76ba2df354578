import { useMutation, useQueryClient } from "@tanstack/react-query";
import { completionImportLimits } from "@touchline/contract/setup/completion-imports";
import { Button, FileDrop, Notice, PageHeader, Panel, type Upload } from "@touchline/ui";
import { useState } from "react";
import { messageOf } from "../../../ErrorScreens.tsx";
import { plural } from "../../../plural.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { NoAccess } from "../../../shell/NoAccess.tsx";
import { useTitle } from "../../../useTitle.ts";
import { type CompletionImport, checkList, importList } from "./completion-imports.ts";
import classes from "./People.module.css";
import { completionsText, words } from "./words.ts";

const limits = { extensions: ["csv", "txt", "tsv", "xlsx"], maxBytes: completionImportLimits.bytes };
/** The most problems that are listed. The file has all of them. */
const shownProblems = 100;

/** Imports earlier completions. People who can't view members are sent home. */
export function CompletionsPage() {
  return useActiveProfile().tabs.includes("Dashboard") ? <Completions /> : <NoAccess />;
}

function Completions() {
  useTitle(words.importCompletions);
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
      <PageHeader title={words.importCompletions} path={[{ label: "Add people", href: "/people/add" }]}>
        {words.completionsIntro}
      </PageHeader>
      <div className={classes.stack}>
        <Panel title={words.fromAFile}>
          <FileDrop
            label={words.completionsFile}
            description={words.completionsFileHint({ rows: completionImportLimits.rows.toLocaleString("en") })}
            limits={limits}
            disabled={checking.isPending || importing.isPending}
            uploads={uploads}
            onFiles={([list]) => list && begin(list)}
            onRetry={() => file && begin(file)}
            onRemove={clear}
          />
        </Panel>
        {importing.error && (
          <Notice tone="stop" title={words.nothingImported}>
            {messageOf(importing.error)}
          </Notice>
        )}
        {result ? (
          <Rows result={result} imported={importing.data !== undefined}>
            {importing.data === undefined && file && result.fates.record > 0 && (
              <Button
                label={words.importCount({
                  count: plural(result.fates.record, { one: "# completion", other: "# completions" }),
                })}
                loading={importing.isPending}
                onClick={() => importing.mutate(file)}
              />
            )}
          </Rows>
        ) : (
          <Notice tone="waits" title={words.columns}>
            {words.completionsColumns}
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
  const problems = result.data.filter((row) => row.fate === "error");
  return (
    <Panel title={imported ? words.imported : words.result}>
      <div className={classes.stack}>
        <p>{completionsText(result.fates, imported)}</p>
        {problems.length > 0 && (
          <ul className={classes.recent}>
            {problems.slice(0, shownProblems).map((row) => (
              <li key={row.number}>
                <strong>{words.rowOf({ number: row.number, name: row.name })}</strong>
                <span className={classes.quiet}>{row.message}</span>
              </li>
            ))}
          </ul>
        )}
        {problems.length > shownProblems && (
          <p className={classes.quiet}>{words.moreRows({ count: problems.length - shownProblems })}</p>
        )}
        {children && <div>{children}</div>}
      </div>
    </Panel>
  );
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { externalFieldLabels, externalFields, externalFileLimits } from "@touchline/contract/screening/external-review";
import { Button, FileDrop, Notice, PageHeader, Panel, Select, type Upload } from "@touchline/ui";
import { useState } from "react";
import { messageOf } from "../../../ErrorScreens.tsx";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import { CheckedRows } from "./CheckedRows.tsx";
import classes from "./External.module.css";
import { type CheckedFile, reviewerNames, sendResults } from "./queries.ts";
import { words } from "./words.ts";

const limits = { extensions: ["csv", "txt", "tsv"], maxBytes: externalFileLimits.bytes };
const readReviewer = (search: RawSearch) => (textIn(search.reviewer) === "2" ? "2" : "1");
type Columns = CheckedFile["columns"];

/** Where results of JDP and NCSI come in: the file is checked first, and the check shows what would happen to each row. */
export function ResultsPage() {
  useTitle(words.importResults);
  const [reviewer, change] = useUrlState(readReviewer);
  const [file, setFile] = useState<File | null>(null);
  const [columns, setColumns] = useState<Columns | null>(null);
  const [share, setShare] = useState(0);
  const [missing, setMissing] = useState(false);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const checking = useMutation({
    mutationFn: (chosen: File) => sendResults(chosen, { reviewer, checkOnly: true, columns }, setShare),
    onSuccess: (checked) => setColumns(checked.columns),
  });
  const recording = useMutation({
    mutationFn: (chosen: File) => sendResults(chosen, { reviewer, checkOnly: false, columns }, setShare),
    onSuccess: async ({ importId }) => {
      await queryClient.invalidateQueries({ queryKey: ["externalResults"] });
      if (importId) await navigate({ to: `/review/external/import/${importId}` });
    },
  });
  const clear = () => {
    setFile(null);
    setColumns(null);
    checking.reset();
    recording.reset();
  };
  const isBusy = checking.isPending || recording.isPending;
  const checked = checking.data;
  const isStale = checked !== undefined && columns !== null && !same(columns, checked.columns);
  const failure = recording.error ?? checking.error;
  const check = () => {
    recording.reset();
    setMissing(file === null);
    setShare(0);
    if (file) checking.mutate(file);
  };
  return (
    <>
      <PageHeader title={words.importResults} path={[{ label: words.waitingResults, href: "/review/external" }]}>
        {words.importAbout}
      </PageHeader>
      <div className={classes.parts}>
        <Panel title={words.fileTitle}>
          <div className={classes.fields}>
            <Select
              label={words.fromWhom}
              allowDeselect={false}
              disabled={isBusy}
              data={[
                { value: "1", label: reviewerNames[1] },
                { value: "2", label: reviewerNames[2] },
              ]}
              value={reviewer}
              onChange={(value) => {
                checking.reset();
                change({ reviewer: value ?? undefined });
              }}
            />
            <FileDrop
              label={words.file}
              description={words.fileHint({ rows: externalFileLimits.rows.toLocaleString() })}
              limits={limits}
              disabled={isBusy}
              error={missing && file === null ? words.fileMissing : undefined}
              uploads={file ? [uploadOf(file, isBusy, share)] : []}
              onFiles={([chosen]) => {
                clear();
                setMissing(false);
                if (chosen) setFile(chosen);
              }}
              onRemove={clear}
            />
            {failure && (
              <Notice tone="stop" title={recording.error ? words.notRecorded : words.notChecked}>
                {messageOf(failure)}
              </Notice>
            )}
            {columns ? (
              <ColumnChoices columns={columns} disabled={isBusy} onChange={setColumns} />
            ) : (
              <Notice tone="none" title={words.columnsNeeded}>
                {words.columnsNeededHelp}
              </Notice>
            )}
            {isStale && <Notice tone="needs">{words.columnsChanged}</Notice>}
            {(checked === undefined || isStale) && (
              <div>
                <Button
                  label={columns === null ? words.check : words.checkAgain}
                  loading={checking.isPending}
                  onClick={check}
                />
              </div>
            )}
          </div>
        </Panel>
        {checked && !isStale && (
          <CheckedRows checked={checked}>
            {checked.fates.record > 0 ? (
              <Button
                label={words.record({ count: checked.fates.record })}
                loading={recording.isPending}
                onClick={() => file && recording.mutate(file)}
              />
            ) : (
              <Notice tone="needs">{words.nothingToRecord}</Notice>
            )}
          </CheckedRows>
        )}
      </div>
    </>
  );
}

const same = (one: Columns, other: Columns) =>
  one.every(({ heading, field }, at) => other[at]?.heading === heading && other[at].field === field);

const uploadOf = (file: File, isBusy: boolean, share: number): Upload => ({
  key: file.name,
  name: file.name,
  size: file.size,
  state: isBusy ? { kind: "uploading", progress: share } : { kind: "chosen" },
});

const unused = "unused";
const meanings = [
  { value: unused, label: words.notUsed },
  ...externalFields.map((field) => ({ value: field as string, label: externalFieldLabels[field] })),
];

interface ColumnChoicesProps {
  columns: Columns;
  disabled: boolean;
  onChange: (columns: Columns) => void;
}

/** What each column of the file is taken for. */
function ColumnChoices({ columns, disabled, onChange }: ColumnChoicesProps) {
  return (
    <div>
      <h3 className={classes.partTitle}>{words.columns}</h3>
      <p className={classes.quiet}>{words.columnsHint}</p>
      <ul className={classes.columns}>
        {columns.map(({ heading, field }) => (
          <li key={heading}>
            <b>{heading}</b>
            <Select
              label={words.columnIs({ heading })}
              labelProps={{ className: classes.hidden }}
              allowDeselect={false}
              disabled={disabled}
              data={meanings}
              value={field ?? unused}
              onChange={(chosen) => {
                const next = externalFields.find((one) => one === chosen) ?? null;
                onChange(columns.map((one) => (one.heading === heading ? { heading, field: next } : one)));
              }}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

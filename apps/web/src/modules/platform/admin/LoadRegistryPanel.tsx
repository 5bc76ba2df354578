import { useMutation, useQueryClient } from "@tanstack/react-query";
import { registryFieldLabels, registryFields, registryLimits } from "@touchline/contract/screening/registry";
import { Button, DateInput, Facts, FileDrop, Notice, Panel, Select, type Upload } from "@touchline/ui";
import { useRef, useState } from "react";
import { dayIn, dayText } from "../../../dates.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { type FieldErrors, focusFirstError, noErrors, refusedFields } from "../../../form-errors.ts";
import { serverNow } from "../../../session/clock.ts";
import classes from "./Admin.module.css";
import { type RegistryFile, registriesQuery, sendRegistryFile } from "./queries.ts";
import { columnsText, type RegistryColumn, sameColumns, withField } from "./registry-columns.ts";
import { words } from "./words.ts";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const count = new Intl.NumberFormat();
const limits = { extensions: ["csv"], maxBytes: registryLimits.bytes };

/** Loads a file of a registry: it is checked first, and the check shows what it would become. */
export function LoadRegistryPanel({ registryId }: { registryId: string }) {
  const [file, setFile] = useState<File | null>(null);
  const [asOf, setAsOf] = useState("");
  const [columns, setColumns] = useState<readonly RegistryColumn[] | null>(null);
  const [share, setShare] = useState(0);
  const [found, setFound] = useState<FieldErrors>(noErrors);
  const part = useRef<HTMLDivElement>(null);
  const queryClient = useQueryClient();
  const send = (checkOnly: boolean) => async (chosen: File) => {
    setShare(0);
    return sendRegistryFile(
      registryId,
      chosen,
      { asOf, checkOnly, columns: columns === null ? undefined : columnsText(columns) },
      setShare,
    );
  };
  const checking = useMutation({
    mutationFn: send(true),
    onSuccess: (checked) => setColumns(checked.columns),
    onError: () => focusFirstError(part.current),
  });
  const loading = useMutation({
    mutationFn: send(false),
    onSuccess: async () => {
      // The progress is shown above.
      await queryClient.invalidateQueries({ queryKey: registriesQuery.queryKey });
      clear();
    },
    onError: () => focusFirstError(part.current),
  });
  const clear = () => {
    setFile(null);
    setColumns(null);
    setFound(noErrors);
    checking.reset();
    loading.reset();
  };
  const begin = (run: (chosen: File) => void) => {
    const problems = problemsIn(file, asOf);
    setFound(problems ?? noErrors);
    if (problems || !file) return focusFirstError(part.current);
    run(file);
  };
  const check = () => {
    loading.reset();
    begin(checking.mutate);
  };
  const isBusy = checking.isPending || loading.isPending;
  const failure = loading.error ?? checking.error;
  const refused = failure && refusedFields(failure);
  const errors = { ...refused, ...found };
  // Errors of a field are shown at the field, all others above the form.
  const isBeside = refused !== null && Object.keys(refused).every((path) => path === "asOf" || path === "file");
  const checked = checking.data;
  const isStale = checked !== undefined && columns !== null && !sameColumns(columns, checked.columns);
  return (
    <Panel title={words.loadFile}>
      <div className={classes.fields} ref={part}>
        <FileDrop
          label={words.registryFile}
          description={words.registryFileHint({ rows: count.format(registryLimits.rows) })}
          limits={limits}
          disabled={isBusy}
          error={errors.file}
          uploads={file ? [uploadOf(file, isBusy, share)] : []}
          onFiles={([chosen]) => {
            clear();
            if (chosen) setFile(chosen);
          }}
          onRemove={clear}
        />
        <DateInput
          label={words.asOf}
          description={words.asOfHint}
          max={today()}
          disabled={isBusy}
          value={asOf}
          onChange={(event) => {
            setAsOf(event.target.value);
            setFound(noErrors);
          }}
          error={errors.asOf}
        />
        {failure && !isBeside && (
          <Notice tone="stop" title={loading.error ? words.fileNotLoaded : words.fileNotChecked}>
            {messageOf(failure)}
          </Notice>
        )}
        {columns && (
          <Columns
            columns={columns}
            disabled={isBusy}
            onChange={(heading, field) => setColumns(withField(columns, heading, field))}
          />
        )}
        {isStale && <Notice tone="needs">{words.columnsChanged}</Notice>}
        {checked && !isStale && <Checked checked={checked} />}
        <div className={classes.acts}>
          {(checked === undefined || isStale) && (
            <Button
              label={columns === null ? words.checkFile : words.checkAgain}
              loading={checking.isPending}
              onClick={check}
            />
          )}
          {checked && (
            <Button
              variant={isStale ? "secondary" : "primary"}
              label={words.loadEntries({ count: checked.entries })}
              loading={loading.isPending}
              disabledReason={
                isStale ? words.checkAgainFirst : checked.entries === 0 ? words.noEntriesToLoad : undefined
              }
              onClick={() => begin(loading.mutate)}
            />
          )}
        </div>
      </div>
    </Panel>
  );
}

const today = () => dayIn(new Date(serverNow()).toISOString(), zone);

function problemsIn(file: File | null, asOf: string): FieldErrors | null {
  const problems: FieldErrors = {
    ...(file === null ? { file: words.fileMissing } : {}),
    ...(asOf === "" ? { asOf: words.asOfMissing } : asOf > today() ? { asOf: words.asOfInFuture } : {}),
  };
  return Object.keys(problems).length === 0 ? null : problems;
}

const uploadOf = (file: File, isBusy: boolean, share: number): Upload => ({
  key: file.name,
  name: file.name,
  size: file.size,
  state: isBusy ? { kind: "uploading", progress: share } : { kind: "chosen" },
});

const other = "other";
const meanings = [
  { value: other, label: words.otherColumn },
  ...registryFields.map((field) => ({ value: field as string, label: registryFieldLabels[field] })),
];

interface ColumnsProps {
  columns: readonly RegistryColumn[];
  disabled: boolean;
  onChange: (heading: string, field: RegistryColumn["field"]) => void;
}

/** The meaning of each column of the file. */
function Columns({ columns, disabled, onChange }: ColumnsProps) {
  return (
    <div>
      <h3 className={classes.partTitle}>{words.columnsTitle}</h3>
      <p className={classes.note}>{words.columnsHint}</p>
      <ul className={classes.requirements}>
        {columns.map(({ heading, field }) => (
          <li key={heading} className={classes.column}>
            <b>{heading}</b>
            <Select
              label={words.columnIs({ heading })}
              labelProps={{ className: classes.hidden }}
              allowDeselect={false}
              disabled={disabled}
              data={meanings}
              value={field ?? other}
              onChange={(chosen) => onChange(heading, registryFields.find((one) => one === chosen) ?? null)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A preview of the entries. */
function Checked({ checked }: { checked: RegistryFile }) {
  const { entries, withoutBirth, refused, refusedRows, sample } = checked;
  return (
    <>
      <Facts
        facts={[
          { label: words.entries, value: count.format(entries) },
          { label: words.withoutBirth, value: count.format(withoutBirth) },
          { label: words.refusedRows, value: count.format(refused) },
        ]}
      />
      {sample.length > 0 && (
        <div>
          <h3 className={classes.partTitle}>{words.sampleEntries}</h3>
          <ul className={classes.bounded}>
            {sample.slice(0, 5).map(({ names, dateOfBirth }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries of one name repeat, and never change places
              <li key={index}>
                {names.join("; ")}
                <span className={classes.note}> {dateOfBirth === null ? words.noBirth : dayText(dateOfBirth)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {refusedRows.length > 0 && (
        <div>
          <h3 className={classes.partTitle}>{words.refusedRows}</h3>
          {refused > refusedRows.length && (
            <p className={classes.note}>
              {words.refusedShown({ shown: count.format(refusedRows.length), count: count.format(refused) })}
            </p>
          )}
          <ul className={classes.bounded}>
            {refusedRows.map(({ row, reason }) => (
              <li key={row}>{words.refusedRow({ row: count.format(row), reason })}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

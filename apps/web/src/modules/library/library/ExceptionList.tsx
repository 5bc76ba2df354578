import { Button, Checkbox, DateInput, Dialog, Select, TextInput } from "@touchline/ui";
import { useId, useState } from "react";
import { dayText } from "../../../dates.ts";
import { LevelSelect } from "../../../levels/LevelSelect.tsx";
import { topmost } from "../../../levels/tree.ts";
import { PersonSelect } from "../../people/search/PersonSelect.tsx";
import type { EditorLevels } from "./ContentEditor.tsx";
import type { ExceptionDraft } from "./draft.ts";
import classes from "./Library.module.css";
import { words } from "./words.ts";

interface ExceptionListProps extends EditorLevels {
  exceptions: readonly ExceptionDraft[];
  onChange: (next: ExceptionDraft[]) => void;
}

/** Lists the people who are exempt although it is assigned to them, with the reason and the end date. */
export function ExceptionList({ exceptions, onChange, levels, labels }: ExceptionListProps) {
  const [adding, setAdding] = useState(false);
  return (
    <section className={classes.group} aria-label={words.exceptions}>
      <h3 className={classes.subtitle}>{words.exceptions}</h3>
      {exceptions.length === 0 && <p className={classes.quiet}>{words.noExceptions}</p>}
      {exceptions.length > 0 && (
        <ul className={classes.exceptions}>
          {exceptions.map((one) => {
            const label = labels.find(({ labelId }) => labelId === one.labelId)?.name;
            const who =
              one.name === null
                ? words.outsideAccess
                : label
                  ? words.roleAtLevel({ role: label, levelName: one.name })
                  : one.name;
            const where = one.levelId !== null && one.includeBelow ? words.withSublevels({ name: who }) : who;
            return (
              <li key={one.key} className={classes.exception}>
                <div>
                  <p>
                    <b>{where}</b>
                  </p>
                  <p>{one.untilDay ? words.exemptThrough({ date: dayText(one.untilDay) }) : words.exempt}</p>
                  {one.reason !== null && <p>{one.reason}</p>}
                </div>
                {one.name !== null && (
                  <Button
                    small
                    variant="quaternary"
                    label={words.endException}
                    aria-label={words.endExceptionOf({ name: where })}
                    onClick={() => onChange(exceptions.filter((other) => other.key !== one.key))}
                  />
                )}
              </li>
            );
          })}
        </ul>
      )}
      <div>
        <Button small variant="secondary" label={words.exemptSomeone} onClick={() => setAdding(true)} />
      </div>
      {adding && (
        <NewException
          levels={levels}
          labels={labels}
          onClose={() => setAdding(false)}
          onAdd={(one) => {
            onChange([...exceptions, one]);
            setAdding(false);
          }}
        />
      )}
    </section>
  );
}

interface NewExceptionProps extends EditorLevels {
  onClose: () => void;
  onAdd: (one: ExceptionDraft) => void;
}

function NewException({ levels, labels, onClose, onAdd }: NewExceptionProps) {
  const id = useId();
  const [kind, setKind] = useState<"person" | "level">("person");
  const [person, setPerson] = useState<{ id: string; name: string } | null>(null);
  const [levelId, setLevelId] = useState<string | null>(null);
  const [includeBelow, setIncludeBelow] = useState(true);
  const [labelId, setLabelId] = useState("");
  const [reason, setReason] = useState("");
  const [untilDay, setUntilDay] = useState("");
  const [tried, setTried] = useState(false);
  const chosen = kind === "person" ? person !== null : levelId !== null;
  const add = () => {
    setTried(true);
    if (!chosen || reason.trim() === "") return;
    const level = levels.find((one) => one.levelId === levelId);
    const of =
      kind === "person"
        ? { profileId: person?.id ?? null, levelId: null, labelId: null, name: person?.name ?? "" }
        : { profileId: null, levelId, labelId: labelId || null, name: level?.name ?? "" };
    onAdd({ ...of, key: `${id} ${Date.now()}`, exceptionId: null, includeBelow, reason: reason.trim(), untilDay });
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.exemptSomeone}
      footer={
        <>
          <Button variant="secondary" label={words.cancel} onClick={onClose} />
          <Button label={words.addException} onClick={add} />
        </>
      }
    >
      <div className={classes.group}>
        <Select
          label={words.exemptWho}
          data={[
            { value: "person", label: words.onePerson },
            { value: "level", label: words.levelOrRole },
          ]}
          allowDeselect={false}
          value={kind}
          onChange={(next) => setKind(next === "level" ? "level" : "person")}
        />
        {kind === "person" ? (
          <PersonSelect
            label={words.person}
            placeholder={words.startTyping}
            levelIds={topmost(levels).map((one) => one.levelId)}
            value={person?.id ?? ""}
            name={person?.name ?? null}
            onChange={(id, name) => setPerson(id === undefined ? null : { id, name: name ?? "" })}
          />
        ) : (
          <>
            <LevelSelect label={words.level} levels={levels} value={levelId} onChange={setLevelId} />
            <Checkbox
              label={words.includeSublevels}
              checked={includeBelow}
              onChange={(event) => setIncludeBelow(event.target.checked)}
            />
            <Select
              label={words.role}
              data={[
                { value: "", label: words.everyone },
                ...labels.map((one) => ({ value: one.labelId, label: one.name })),
              ]}
              allowDeselect={false}
              value={labelId}
              onChange={(next) => setLabelId(next ?? "")}
            />
          </>
        )}
        {tried && !chosen && (
          <p className={classes.error}>{kind === "person" ? words.choosePerson : words.chooseLevel}</p>
        )}
        <TextInput
          label={words.reason}
          description={words.reasonHint}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          maxLength={200}
          error={tried && reason.trim() === "" ? words.enterReason : undefined}
        />
        <DateInput
          label={words.lastDayOptional}
          value={untilDay}
          onChange={(event) => setUntilDay(event.target.value)}
        />
      </div>
    </Dialog>
  );
}

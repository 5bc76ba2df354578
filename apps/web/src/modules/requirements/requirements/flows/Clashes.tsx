import type { FormAnswer, FormDefinition, FormField } from "@touchline/contract/library/form-definition";
import { answerLines } from "@touchline/rules/requirements/form";
import { Button, Notice } from "@touchline/ui";
import classes from "../../../../forms/Forms.module.css";
import { words } from "../words.ts";
import type { Clash } from "./merging.ts";

interface ClashesProps {
  form: FormDefinition;
  clashes: readonly Clash[];
  files: readonly { fileId: string; name: string }[];
  onChoose: (clash: Clash, which: "mine" | "theirs") => void;
}

/** Shows different answers from this and another device, so that the reader can choose. */
export function Clashes({ form, clashes, files, onChoose }: ClashesProps) {
  const fields = new Map(form.sections.flatMap(({ fields }) => fields).map((field) => [field.key, field]));
  const texts = (field: FormField, answer: FormAnswer | null) =>
    answer === null
      ? words.noAnswer
      : answerLines(field, answer, (fileId) => files.find((one) => one.fileId === fileId)?.name).join(", ");
  return (
    <Notice tone="needs" title={words.clashTitle}>
      {words.clashHelp}
      <ul className={classes.clashes}>
        {clashes.map((clash) => {
          const { key, mine, theirs } = clash;
          const field = fields.get(key);
          if (!field) return null;
          return (
            <li key={key}>
              <p>
                <strong>{field.label}</strong>
              </p>
              <p className={classes.both}>
                {words.answerHere({ answer: texts(field, mine) })}
                <br />
                {words.answerThere({ answer: texts(field, theirs) })}
              </p>
              <div className={classes.buttons}>
                <Button
                  small
                  variant="secondary"
                  label={words.keepThisAnswer}
                  aria-label={words.keepThisAnswerTo({ label: field.label })}
                  onClick={() => onChoose(clash, "mine")}
                />
                <Button
                  small
                  variant="secondary"
                  label={words.otherAnswer}
                  aria-label={words.otherAnswerTo({ label: field.label })}
                  onClick={() => onChoose(clash, "theirs")}
                />
              </div>
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}

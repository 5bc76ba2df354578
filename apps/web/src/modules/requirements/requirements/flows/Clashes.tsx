import type { FormAnswer, FormDefinition, FormField } from "@touchline/contract/requirements/form-definition";
import { answerLines } from "@touchline/rules/requirements/form";
import { Button, Notice } from "@touchline/ui";
import classes from "../../../../forms/Forms.module.css";
import type { Clash } from "./merging.ts";

interface ClashesProps {
  form: FormDefinition;
  clashes: readonly Clash[];
  files: readonly { fileId: string; name: string }[];
  onChoose: (clash: Clash, which: "mine" | "theirs") => void;
}

/** What was answered here and on another device, and not alike: both are shown, and the reader chooses. */
export function Clashes({ form, clashes, files, onChoose }: ClashesProps) {
  const fields = new Map(form.sections.flatMap(({ fields }) => fields).map((field) => [field.key, field]));
  const words = (field: FormField, answer: FormAnswer | null) =>
    answer === null
      ? "no answer"
      : answerLines(field, answer, (fileId) => files.find((one) => one.fileId === fileId)?.name).join(", ");
  return (
    <Notice tone="needs" title="Also answered on another device">
      Choose which answer to keep. All other answers from both devices are kept.
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
                Here: {words(field, mine)}
                <br />
                There: {words(field, theirs)}
              </p>
              <div className={classes.buttons}>
                <Button
                  small
                  variant="secondary"
                  label="Keep this answer"
                  aria-label={`Keep this answer: ${field.label}`}
                  onClick={() => onChoose(clash, "mine")}
                />
                <Button
                  small
                  variant="secondary"
                  label="Use the other answer"
                  aria-label={`Use the other answer: ${field.label}`}
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

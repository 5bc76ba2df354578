import type { FormAnswers, FormDefinition } from "@touchline/contract/library/form-definition";
import { visibleSections } from "@touchline/rules/requirements/form";
import { useId, useState } from "react";
import { FieldInput, nameOfField } from "../../../../forms/FieldInput.tsx";
import { words } from "../words.ts";
import classes from "./FormBuilder.module.css";

/** The form as a member has it on a phone, to be tried out: nothing that is answered here is kept. */
export function FormPreview({ form }: { form: FormDefinition }) {
  const [answers, setAnswers] = useState<FormAnswers>({});
  const id = useId();
  return (
    <section className={classes.preview} aria-labelledby={id}>
      <h3 id={id} className={classes.name}>
        {words.formPreview}
      </h3>
      <p className={classes.quiet}>{words.formPreviewAbout}</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it keeps Enter from saving the settings around it */}
      <div
        className={classes.phone}
        onKeyDown={(event) => {
          if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
        }}
      >
        {visibleSections(form, answers).map((section, index) => (
          <div key={section.key} className={classes.screen}>
            <h4 className={classes.name}>{section.title || words.sectionNumber({ number: index + 1 })}</h4>
            {section.text && <p className={classes.text}>{section.text}</p>}
            {section.fields.map((field) => (
              <FieldInput
                key={field.key}
                field={{ ...field, label: field.label || words.newQuestion }}
                answer={answers[field.key]}
                onChange={(answer) =>
                  setAnswers(({ [field.key]: _, ...others }) =>
                    answer === null ? others : { ...others, [field.key]: answer },
                  )
                }
                error={undefined}
                fromProfile={false}
                signer={words.sampleSigner}
                fileInput={
                  <p className={classes.quiet}>{words.fileQuestionPreview({ question: nameOfField(field) })}</p>
                }
              />
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}

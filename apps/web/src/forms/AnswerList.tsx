import { Button } from "@touchline/ui";
import classes from "./Forms.module.css";
import { words } from "./words.ts";

export interface AnsweredSection {
  key: string;
  title: string;
  answers: readonly { key: string; label: string; lines: readonly string[]; problem?: string | undefined }[];
}

interface AnswerListProps {
  sections: readonly AnsweredSection[];
  /** Goes to a section to change it, where that is possible. */
  onEdit?: (key: string) => void;
}

/** Questions with their answers, section by section. */
export function AnswerList({ sections, onEdit }: AnswerListProps) {
  return (
    <div>
      {sections.map((section) => (
        <section key={section.key} className={classes.part} aria-label={section.title}>
          <div className={classes.partHead}>
            <h3>{section.title}</h3>
            {onEdit && (
              <Button
                small
                variant="secondary"
                label={words.change}
                aria-label={words.changeSection({ title: section.title })}
                onClick={() => onEdit(section.key)}
              />
            )}
          </div>
          <dl className={classes.answers}>
            {section.answers.map(({ key, label, lines, problem }) => (
              <div key={key}>
                <dt>{label}</dt>
                {lines.length > 0 && <dd>{lines.join("\n")}</dd>}
                {lines.length === 0 && !problem && <dd className={classes.quiet}>{words.noAnswer}</dd>}
                {problem && <dd className={classes.missing}>{problem}</dd>}
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

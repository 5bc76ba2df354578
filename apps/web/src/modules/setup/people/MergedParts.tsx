import type { MergeChoices, MergedPart } from "@touchline/contract/reporting/duplicates";
import { Choices, Panel } from "@touchline/ui";
import { dayText } from "../../../dates.ts";
import classes from "./Duplicates.module.css";
import type { MergePreview } from "./duplicate-queries.ts";
import { words } from "./words.ts";

type Part = MergePreview["parts"][number];
type From = MergeChoices[MergedPart];

const partNames: Record<MergedPart, string> = {
  name: words.name,
  email: words.emailAddress,
  dateOfBirth: words.dateOfBirth,
  contact: words.contact,
  photo: words.photo,
};

const textOf = (part: Part, from: From) => {
  const value = part[from];
  if (value === null) return words.nothing;
  if (part.part === "photo") return from === "keep" ? words.firstPhoto : words.secondPhoto;
  return part.part === "dateOfBirth" ? dayText(value) : value;
};

const froms = ["keep", "merge"] as const;
const notes = { keep: words.keepFirst, merge: words.keepSecond } as const;

interface MergedPartsProps {
  preview: MergePreview;
  chosen: MergeChoices;
  onChoose: (part: MergedPart, from: From) => void;
}

/** Lists what is kept part by part, with a choice where the profiles differ. */
export function MergedParts({ preview, chosen, onChoose }: MergedPartsProps) {
  const differing = preview.parts.filter((part) => part.choosable);
  const rest = preview.parts.filter((part) => !part.choosable);
  return (
    <Panel title={words.keptTitle}>
      <div className={classes.stack}>
        {differing.map((part) => (
          <Choices
            key={part.part}
            label={partNames[part.part]}
            compact
            choices={froms.map((from) => ({ value: from, label: textOf(part, from), note: notes[from] }))}
            value={chosen[part.part]}
            onChange={(from) => onChoose(part.part, from)}
          />
        ))}
        <ul className={classes.plain}>
          {rest.map((part) => (
            <li key={part.part} className={classes.row}>
              <span className={classes.quiet}>{partNames[part.part]}</span>
              <span>{keptText(part, preview)}</span>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}

function keptText(part: Part, { login }: MergePreview): string {
  const kept = textOf(part, part.proposed);
  const stays = part.part === "email" && login !== "none" && part.merge !== null && part.merge !== part.keep;
  return stays ? words.loginKept({ kept }) : kept;
}

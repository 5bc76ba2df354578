import { IconChevronRight } from "@touchline/ui";
import classes from "./LoginPage.module.css";

interface ChoiceButtonProps {
  name: string;
  note: string;
  disabled: boolean;
  onClick: () => void;
}

/** A button for one of a few people to continue as. */
export function ChoiceButton({ name, note, disabled, onClick }: ChoiceButtonProps) {
  return (
    <button type="button" className={classes.choice} disabled={disabled} onClick={onClick}>
      <span className={classes.choiceWords}>
        <span className={classes.choiceName}>{name}</span> <span className={classes.choiceNote}>{note}</span>
      </span>
      <IconChevronRight aria-hidden="true" size={18} />
    </button>
  );
}

import { Button, type ButtonProps } from "./Button.tsx";
import classes from "./IconButton.module.css";

export interface IconButtonProps extends Omit<ButtonProps, "label" | "children" | "fullWidth" | "rightIcon"> {
  /** What it does, for screen readers and as a tooltip. */
  label: string;
  icon: ButtonProps["leftIcon"];
}

/** A button with only an icon, at least 44 px wide and high. */
export function IconButton({ label, icon, variant = "transparent", ...rest }: IconButtonProps) {
  return (
    <span className={classes.frame} title={label}>
      <Button {...rest} variant={variant} className={classes.button} aria-label={label} leftIcon={icon}>
        {""}
      </Button>
    </span>
  );
}

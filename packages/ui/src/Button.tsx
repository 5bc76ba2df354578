import type { AriaAttributes, MouseEvent, ReactNode, Ref } from "react";
import { useId } from "react";
import classes from "./Button.module.css";
import { useFollow } from "./navigation.tsx";

export type ButtonVariant = "primary" | "secondary" | "tertiary" | "quaternary" | "transparent";

export interface ButtonProps extends AriaAttributes {
  variant?: ButtonVariant;
  /** The button's text, unless `children` are given. */
  label?: string;
  children?: ReactNode;
  type?: "button" | "submit" | "reset";
  /** Makes the button a link. */
  href?: string | undefined;
  target?: "_self" | "_blank";
  download?: boolean;
  disabled?: boolean;
  /** Why it is disabled. The button then stays reachable by keyboard, and the reason is read and shown. */
  disabledReason?: string | undefined;
  /** Work is in progress: clicks are ignored, and the width stays. */
  loading?: boolean;
  /** For destructive actions. */
  danger?: boolean;
  small?: boolean;
  fullWidth?: boolean;
  leftIcon?: ReactNode;
  rightIcon?: ReactNode;
  onClick?: ((event: MouseEvent<HTMLElement>) => void) | undefined;
  id?: string;
  form?: string;
  autoFocus?: boolean;
  className?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
}

/**
 * A button, or a link that looks like one. Defaults: label 'Submit', type button, target _self. A disabled one ignores clicks.
 * Source: specification 1, section 2, Buttons.
 */
export function Button(props: ButtonProps) {
  const {
    variant = "primary",
    label = "Submit",
    children = label,
    type = "button",
    href,
    target = "_self",
    download,
    disabled: disabledProp = false,
    disabledReason,
    loading = false,
    danger = false,
    small = false,
    fullWidth = false,
    leftIcon,
    rightIcon,
    onClick,
    className,
    ref,
    ...rest
  } = props;
  const follow = useFollow();
  const reasonId = useId();
  const disabled = disabledProp || disabledReason !== undefined;
  const inert = disabled || loading;

  const shared = {
    ...rest,
    className: [classes.button, className].filter(Boolean).join(" "),
    "data-variant": variant,
    "data-danger": danger || undefined,
    "data-small": small || undefined,
    "data-full": fullWidth || undefined,
    "data-loading": loading || undefined,
    "aria-busy": loading || undefined,
    "aria-disabled": inert || undefined,
    "aria-describedby": disabledReason ? reasonId : rest["aria-describedby"],
    title: disabledReason,
  };
  const handleClick = (event: MouseEvent<HTMLElement>) => {
    if (inert) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    onClick?.(event);
    if (href !== undefined && !download) follow(event, href, target);
  };
  const content = (
    <>
      {leftIcon}
      <span className={classes.label}>{children}</span>
      {rightIcon}
      {loading && <span className={classes.spinner} />}
      {disabledReason && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </>
  );

  if (href !== undefined) {
    return (
      <a
        {...shared}
        href={inert ? undefined : href}
        role={inert ? "link" : undefined}
        target={target}
        rel={target === "_blank" ? "noopener" : undefined}
        download={download}
        onClick={handleClick}
      >
        {content}
      </a>
    );
  }
  return (
    <button {...shared} ref={ref} type={type} disabled={disabled && disabledReason === undefined} onClick={handleClick}>
      {content}
    </button>
  );
}

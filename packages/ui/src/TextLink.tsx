import type { AnchorHTMLAttributes } from "react";
import { useFollow } from "./navigation.tsx";
import classes from "./TextLink.module.css";

export interface TextLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
}

/** A link in running text: underlined, in the accent color. */
export function TextLink({ href, target = "_self", className, onClick, ...rest }: TextLinkProps) {
  const follow = useFollow();
  return (
    <a
      {...rest}
      href={href}
      target={target}
      rel={rest.rel ?? (target === "_blank" ? "noopener" : undefined)}
      className={[classes.link, className].filter(Boolean).join(" ")}
      onClick={(event) => {
        onClick?.(event);
        follow(event, href, target);
      }}
    />
  );
}

import { Logo, SchemeMenu, TextLink } from "@touchline/ui";
import { type ReactNode, useEffect, useRef } from "react";
import { words } from "../words.ts";
import classes from "./BareFrame.module.css";

interface BareFrameProps {
  title: string;
  lead?: string;
  /** The logo of the organization that the page is about. */
  picture?: string | null;
  children: ReactNode;
}

/** The frame of pages outside the shell: the logo and one column. */
export function BareFrame({ title, lead, picture, children }: BareFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(title);
  // A new step replaced the focused element, so screen readers continue at the heading.
  useEffect(() => {
    if (before.current !== title && document.activeElement === document.body) heading.current?.focus();
    before.current = title;
  }, [title]);
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <Logo size={32} />
        <SchemeMenu />
      </header>
      <main className={classes.main}>
        {picture && <img className={classes.picture} src={picture} alt="" width={72} height={72} />}
        <h1 className={classes.title} ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead && <p className={classes.lead}>{lead}</p>}
        {children}
      </main>
      <footer className={classes.footer}>
        <TextLink href="/policies/privacy-policy" target="_blank">
          {words.privacyPolicy}
        </TextLink>
        <TextLink href="/policies/terms-of-service" target="_blank">
          {words.termsOfService}
        </TextLink>
      </footer>
    </div>
  );
}

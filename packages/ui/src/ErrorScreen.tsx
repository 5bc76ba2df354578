import type { ReactNode } from "react";
import { Button } from "./Button.tsx";
import classes from "./ErrorScreen.module.css";
import { Logo } from "./Logo.tsx";
import { OutOfPlay } from "./OutOfPlay.tsx";
import { TextLink } from "./TextLink.tsx";
import { words } from "./words.ts";

/** The details of an error for development. */
export interface ErrorDetails {
  message: string;
  stack?: string | undefined;
  componentStack?: string | undefined;
}

export interface ErrorScreenProps {
  title: string;
  message: string;
  /** The address users write to. */
  supportEmail: string;
  statusCode?: number | undefined;
  onRetry: () => void;
  details?: ErrorDetails | undefined;
  /** Shown in development builds only. */
  showDetails?: boolean;
}

/** The error screen with the caller's own texts. Source: specification 1, section 2, form A. */
export function ErrorScreen(props: ErrorScreenProps) {
  const { title, message, supportEmail, statusCode, onRetry, details, showDetails = import.meta.env.DEV } = props;
  return (
    <Frame title={title} onRetry={onRetry} after={showDetails && details && <Details details={details} />}>
      <p className={classes.message}>{message}</p>
      {statusCode !== undefined && <p className={classes.code}>{words.errorCode({ code: statusCode })}</p>}
      <p className={classes.contact}>
        {words.errorContact} <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink>
      </p>
    </Frame>
  );
}

/** The screen for errors that nothing else caught. Source: specification 1, section 2, form B. */
export function UnexpectedErrorScreen({ onRetry }: { onRetry: () => void }) {
  return (
    <Frame title={words.errorTitle} onRetry={onRetry}>
      <p className={classes.message}>{words.errorMessage}</p>
    </Frame>
  );
}

interface FrameProps {
  title: string;
  onRetry: () => void;
  children: ReactNode;
  after?: ReactNode;
}

function Frame({ title, onRetry, children, after }: FrameProps) {
  return (
    <section className={classes.screen} role="alert">
      <Logo />
      <OutOfPlay />
      <h1 className={classes.title}>{title}</h1>
      {children}
      <div className={classes.actions}>
        <Button label={words.errorRetry} onClick={onRetry} />
        <Button variant="secondary" label={words.errorHome} href="/" />
      </div>
      {after}
    </section>
  );
}

function Details({ details }: { details: ErrorDetails }) {
  return (
    <details className={classes.details}>
      <summary>{words.errorDetails}</summary>
      <pre>{[details.message, details.stack, details.componentStack].filter(Boolean).join("\n\n")}</pre>
    </details>
  );
}

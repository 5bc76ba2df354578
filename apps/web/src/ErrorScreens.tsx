import { useQueryClient } from "@tanstack/react-query";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { useRouter } from "@tanstack/react-router";
import { ErrorScreen, UnexpectedErrorScreen } from "@touchline/ui";
import { useCallback, useEffect, useState } from "react";
import { genericFailure } from "./api.ts";
import { CallFailed, NotYet } from "./client.ts";
import { reportFault } from "./faults.ts";
import { isNotLoaded } from "./not-loaded.ts";
import { OfflineScreen } from "./OfflineScreen.tsx";
import { routeOf } from "./route-of.ts";
import { supportEmail } from "./support-email.ts";
import { useTitle } from "./useTitle.ts";
import { words } from "./words.ts";

/** Returns the text for an error. Refused calls and errors of our own have their own texts; the rest is generic. */
export function messageOf(error: unknown): string {
  return error instanceof CallFailed || error instanceof NotYet ? error.message : genericFailure(supportEmail());
}

/** Shown for errors that nothing else caught. Without a network it is an offline screen; anything else is reported. */
export function UnhandledScreen({ error, reset }: ErrorComponentProps) {
  const [broken, setBroken] = useState(false);
  const onBroken = useCallback(() => setBroken(true), []);
  if (isNotLoaded(error) && !broken) return <OfflineScreen onBroken={onBroken} />;
  return <UnexpectedScreen error={error} reset={reset} />;
}

function UnexpectedScreen({ error, reset }: Pick<ErrorComponentProps, "error" | "reset">) {
  const router = useRouter();
  const queryClient = useQueryClient();
  useEffect(() => reportFault(error, routeOf(router)), [error, router]);
  const retry = () => {
    // Data that the failed page had loaded may be the cause, so it is dropped.
    queryClient.removeQueries({ type: "inactive" });
    reset();
    void router.invalidate();
  };
  return <UnexpectedErrorScreen onRetry={retry} />;
}

interface Failed {
  error: unknown;
  onRetry: () => void;
}

/** For a page whose data couldn't be loaded. The title names what is missing: "The requirements couldn't be loaded". */
export function LoadFailed({ title, ...rest }: Failed & { title: string }) {
  const hint = statusOf(rest.error) === 404 ? notFoundHelp : undefined;
  return <ActFailed title={title} {...rest} hint={hint} />;
}

const notFoundHelp = words.goneHelp;

/** Whether data that was loaded before must not be shown anymore: it was deleted, or the reader lost access. */
export const isWithdrawn = (error: unknown) => [403, 404].includes(statusOf(error) ?? 0);

function statusOf(error: unknown): number | undefined {
  return error instanceof CallFailed && error.status > 0 ? error.status : undefined;
}

/** For a page that exists to do one thing, which failed. */
export function ActFailed({ title, error, onRetry, hint }: Failed & { title: string; hint?: string | undefined }) {
  const details = import.meta.env.DEV && error instanceof Error ? error : undefined;
  return (
    <ErrorScreen
      title={title}
      message={[messageOf(error), hint].filter(Boolean).join(" ")}
      statusCode={statusOf(error)}
      supportEmail={supportEmail()}
      onRetry={onRetry}
      details={details}
    />
  );
}

/** For addresses without a page. */
export function NotFoundScreen() {
  useTitle(words.pageNotFound);
  const router = useRouter();
  return (
    <main>
      <ErrorScreen
        title={words.notFoundTitle}
        message={words.notFoundHelp}
        statusCode={404}
        supportEmail={supportEmail()}
        onRetry={() => void router.invalidate()}
      />
    </main>
  );
}

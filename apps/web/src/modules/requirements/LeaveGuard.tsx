import { useBlocker } from "@tanstack/react-router";
import { lazy, Suspense } from "react";

const LeaveDialog = lazy(() => import("./LeaveDialog.tsx").then((file) => ({ default: file.LeaveDialog })));

/** Asks before a page is left on which something was chosen and has not been sent. */
export function LeaveGuard({ when, sending }: { when: boolean; sending: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: when,
    withResolver: true,
  });
  // Fetched as soon as there is something to lose: later there may be no network.
  if (!when) return null;
  return (
    <Suspense>
      <LeaveDialog
        opened={blocker.status === "blocked"}
        sending={sending}
        onStay={() => blocker.reset?.()}
        onLeave={() => blocker.proceed?.()}
      />
    </Suspense>
  );
}

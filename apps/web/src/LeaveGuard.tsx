import { useBlocker } from "@tanstack/react-router";
import { lazy, Suspense } from "react";

/** Hardly anybody is asked: fetched then. */
const LeaveDialog = lazy(() => import("./LeaveDialog.tsx").then((file) => ({ default: file.LeaveDialog })));

interface LeaveGuardProps {
  unsaved: boolean;
  what: string;
  /** Other parameters in the address show something else, so that this is lost too. */
  alsoWithin?: boolean;
}

const sameSearch = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

/** Asks before a page is left on which something was typed that is not saved; the browser asks before it is closed. */
export function LeaveGuard({ unsaved, what, alsoWithin = false }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      unsaved && (current.pathname !== next.pathname || (alsoWithin && !sameSearch(current.search, next.search))),
    enableBeforeUnload: unsaved,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  return (
    <Suspense>
      <LeaveDialog what={what} onStay={blocker.reset} onLeave={blocker.proceed} />
    </Suspense>
  );
}

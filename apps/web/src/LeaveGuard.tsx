import { useBlocker } from "@tanstack/react-router";
import { useEffect } from "react";
import { useFetched } from "./useFetched.ts";

/** Hardly anybody is asked: fetched only where there is something to lose. */
const fetchDialog = () => import("./LeaveDialog.tsx");

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
  const dialog = useFetched(unsaved, fetchDialog);
  const asksPlainly = blocker.status === "blocked" && dialog === "failed";
  useEffect(() => {
    if (!asksPlainly) return;
    if (window.confirm(`Leave without saving? ${what} will be lost.`)) blocker.proceed?.();
    else blocker.reset?.();
  }, [asksPlainly, what, blocker]);
  if (blocker.status !== "blocked" || dialog === null || dialog === "failed") return null;
  return <dialog.LeaveDialog what={what} onStay={blocker.reset} onLeave={blocker.proceed} />;
}

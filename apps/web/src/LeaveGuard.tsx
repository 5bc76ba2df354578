import { useBlocker } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useFetched } from "./useFetched.ts";
import { words } from "./words.ts";

/** Loaded only where there is something to lose. */
const fetchDialog = () => import("./LeaveDialog.tsx");

interface LeaveGuardProps {
  unsaved: boolean;
  /** A sentence that says what would be lost: "Your notes will be lost." */
  loss: string;
  /** Other parameters in the address show something else, so that this is lost too: any, or this one once it is there. */
  alsoWithin?: boolean | string;
  /** Called when the person decides to stay. */
  onStay?: () => void;
}

const showsOther = (within: boolean | string, one: object, other: object) =>
  typeof within === "string" ? within in other : within && JSON.stringify(one) !== JSON.stringify(other);

/** Asks before a page with unsaved changes is left; the browser asks before it is closed. */
export function LeaveGuard({ unsaved, loss, alsoWithin = false, onStay }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      unsaved && (current.pathname !== next.pathname || showsOther(alsoWithin, current.search, next.search)),
    enableBeforeUnload: unsaved,
    withResolver: true,
  });
  const dialog = useFetched(unsaved, fetchDialog);
  const stay = () => {
    blocker.reset?.();
    onStay?.();
  };
  const latestStay = useRef(stay);
  latestStay.current = stay;
  const asksPlainly = blocker.status === "blocked" && dialog === "failed";
  useEffect(() => {
    if (!asksPlainly) return;
    if (window.confirm(words.leaveConfirm({ loss }))) blocker.proceed?.();
    else latestStay.current();
  }, [asksPlainly, loss, blocker]);
  if (blocker.status !== "blocked" || dialog === null || dialog === "failed") return null;
  return <dialog.LeaveDialog loss={loss} onStay={stay} onLeave={blocker.proceed} />;
}

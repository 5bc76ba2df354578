import { useBlocker } from "@tanstack/react-router";
import { useEffect } from "react";
import { useFetched } from "../../useFetched.ts";

const fetchDialog = () => import("./LeaveDialog.tsx");

/** Asks before a page is left on which something was chosen and has not been sent. */
export function LeaveGuard({ when, sending }: { when: boolean; sending: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: when,
    withResolver: true,
  });
  const dialog = useFetched(when, fetchDialog);
  const asksPlainly = blocker.status === "blocked" && dialog === "failed";
  useEffect(() => {
    if (!asksPlainly) return;
    if (window.confirm("Leave without sending? The files you chose have not been sent.")) blocker.proceed?.();
    else blocker.reset?.();
  }, [asksPlainly, blocker]);
  if (!when || dialog === null || dialog === "failed") return null;
  return (
    <dialog.LeaveDialog
      opened={blocker.status === "blocked"}
      sending={sending}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
    />
  );
}

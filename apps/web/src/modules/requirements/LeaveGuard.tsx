import { useBlocker } from "@tanstack/react-router";
import { Button, Dialog } from "@touchline/ui";

/** Asks before a page is left on which something was chosen and has not been sent. */
export function LeaveGuard({ when, sending }: { when: boolean; sending: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: when,
    withResolver: true,
  });
  const blocked = blocker.status === "blocked";
  return (
    <Dialog
      opened={blocked}
      onClose={() => blocker.reset?.()}
      title={sending ? "Stop sending?" : "Leave without sending?"}
      footer={
        <>
          <Button variant="secondary" label="Stay" onClick={() => blocker.reset?.()} />
          <Button danger label="Leave" onClick={() => blocker.proceed?.()} />
        </>
      }
    >
      <p>{sending ? "The files are still on their way." : "The files you chose have not been sent."}</p>
    </Dialog>
  );
}

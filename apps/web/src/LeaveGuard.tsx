import { useBlocker } from "@tanstack/react-router";
import { Button, Dialog } from "@touchline/ui";

/** Asks before a page is left on which something was typed that is not saved; the browser asks before it is closed. */
export function LeaveGuard({ unsaved, what }: { unsaved: boolean; what: string }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved && current.pathname !== next.pathname,
    enableBeforeUnload: unsaved,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  return (
    <Dialog
      opened
      onClose={blocker.reset}
      title="Leave without saving?"
      footer={
        <>
          <Button variant="secondary" danger label="Leave without saving" onClick={blocker.proceed} />
          <Button label="Stay here" onClick={blocker.reset} />
        </>
      }
    >
      <p>{what} will be lost.</p>
    </Dialog>
  );
}

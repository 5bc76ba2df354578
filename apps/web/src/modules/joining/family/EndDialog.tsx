import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, Dialog, Notice, useNotify } from "@touchline/ui";
import { messageOf } from "../../../ErrorScreens.tsx";
import { type GuardedChild, leave, refreshFamily, remove, withdraw } from "./queries.ts";
import { words } from "./words.ts";

type What = "remove" | "leave" | "withdraw";

/** Explains both ways of ending a guardianship before one is chosen. */
const texts: Record<What, (child: GuardedChild) => { title: string; text: string; act: string; done: string }> = {
  remove: ({ firstName }) => ({
    title: words.removeTitle({ firstName }),
    text: words.removeHelp({ firstName }),
    act: words.removeChild({ firstName }),
    done: words.childRemoved({ firstName }),
  }),
  leave: ({ firstName, guardians }) => ({
    title: words.stopActingTitle({ firstName }),
    text: leaving({ firstName, guardians }),
    act: words.stopActing,
    done: words.stoppedActing({ firstName }),
  }),
  withdraw: ({ firstName, invitation }) => ({
    title: invitation ? words.withdrawTitle({ name: invitation.firstName }) : words.withdrawTitleUnnamed,
    text: words.withdrawHelp({ firstName }),
    act: words.withdrawInvitation,
    done: words.invitationWithdrawn,
  }),
};

function leaving({ firstName, guardians }: Pick<GuardedChild, "firstName" | "guardians">): string {
  const other = guardians.find((one) => !one.self);
  return other
    ? words.stopActingHelp({ firstName, guardian: other.firstName })
    : words.stopActingHelpUnnamed({ firstName });
}

const acts: Record<What, (child: GuardedChild) => Promise<unknown>> = {
  remove: ({ profileId }) => remove(profileId),
  leave: ({ profileId }) => leave(profileId),
  withdraw: ({ invitation }) => withdraw(invitation?.guardianInvitationId ?? ""),
};

/** Takes something back that concerns a child, after saying what that does. */
export function EndDialog({ child, what, onClose }: { child: GuardedChild; what: What; onClose: () => void }) {
  const { title, text, act, done } = texts[what](child);
  const queryClient = useQueryClient();
  const notify = useNotify();
  const ending = useMutation({
    mutationFn: () => acts[what](child),
    onSuccess: async () => {
      notify("done", done);
      onClose();
      await refreshFamily(queryClient);
    },
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="secondary" label={words.cancel} onClick={onClose} />
          <Button danger label={act} loading={ending.isPending} onClick={() => ending.mutate()} />
        </>
      }
    >
      {ending.error && (
        <Notice tone="stop" title={words.nothingChanged}>
          {messageOf(ending.error)}
        </Notice>
      )}
      <p>{text}</p>
    </Dialog>
  );
}

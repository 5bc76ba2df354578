import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, Dialog, Notice, useNotify } from "@touchline/ui";
import { messageOf } from "../../../ErrorScreens.tsx";
import { type Child, leave, refreshFamily, remove, withdraw } from "./queries.ts";
import { words } from "./words.ts";

type What = "remove" | "leave" | "withdraw";

/** Says what each means before it is done. */
const texts: Record<What, (child: Child) => { title: string; text: string; act: string; done: string }> = {
  remove: ({ firstName }) => ({
    title: words.remove2({ firstName }),
    text: words.forAChildThatWas({ firstName }),
    act: words.remove({ firstName }),
    done: words.wasRemoved({ firstName }),
  }),
  leave: ({ firstName, guardians }) => ({
    title: words.stopActingFor2({ firstName }),
    text: `You will no longer see ${firstName}, nor act for them. ${
      guardians.find((one) => !one.self)?.firstName ?? words.theOtherGuardian
    } goes on. What you have done stays. Only an administrator, or the other guardian, can give it back to you.`,
    act: words.stopActing,
    done: words.youNoLongerActFor({ firstName }),
  }),
  withdraw: ({ firstName, invitation }) => ({
    title: `Withdraw the invitation of ${invitation?.firstName ?? words.theSecondGuardian}?`,
    text: words.theLinkInTheEmail({ firstName }),
    act: words.withdrawInvitation,
    done: words.theInvitationWasWithdrawn,
  }),
};

const acts: Record<What, (child: Child) => Promise<unknown>> = {
  remove: ({ profileId }) => remove(profileId),
  leave: ({ profileId }) => leave(profileId),
  withdraw: ({ invitation }) => withdraw(invitation?.guardianInvitationId ?? ""),
};

/** Takes something back that concerns a child, after saying what that does. */
export function EndDialog({ child, what, onClose }: { child: Child; what: What; onClose: () => void }) {
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
          <Button variant="secondary" label={words.keep} onClick={onClose} />
          <Button danger label={act} loading={ending.isPending} onClick={() => ending.mutate()} />
        </>
      }
    >
      {ending.error && (
        <Notice tone="stop" title={words.noChangesWereMade}>
          {messageOf(ending.error)}
        </Notice>
      )}
      <p>{text}</p>
    </Dialog>
  );
}

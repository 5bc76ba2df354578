import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, Dialog, Notice, useNotify } from "@touchline/ui";
import { messageOf } from "../../../ErrorScreens.tsx";
import { type Child, leave, refreshFamily, remove, withdraw } from "./queries.ts";

type What = "remove" | "leave" | "withdraw";

/** Says what each means before it is done. */
const words: Record<What, (child: Child) => { title: string; text: string; act: string; done: string }> = {
  remove: ({ firstName }) => ({
    title: `Remove ${firstName}?`,
    text: `For a child that was added by mistake: ${firstName} leaves every team and this page. Nothing was submitted, so nothing is lost.`,
    act: `Remove ${firstName}`,
    done: `${firstName} was removed.`,
  }),
  leave: ({ firstName, guardians }) => ({
    title: `Stop acting for ${firstName}?`,
    text: `You will no longer see ${firstName}, nor act for them. ${
      guardians.find((one) => !one.self)?.firstName ?? "The other guardian"
    } goes on. What you have done stays. Only an administrator, or the other guardian, can give it back to you.`,
    act: "Stop acting",
    done: `You no longer act for ${firstName}.`,
  }),
  withdraw: ({ firstName, invitation }) => ({
    title: `Withdraw the invitation of ${invitation?.firstName ?? "the second guardian"}?`,
    text: `The link in the email stops working, for ${firstName} and for every other child it was sent for.`,
    act: "Withdraw invitation",
    done: "The invitation was withdrawn.",
  }),
};

const acts: Record<What, (child: Child) => Promise<unknown>> = {
  remove: ({ profileId }) => remove(profileId),
  leave: ({ profileId }) => leave(profileId),
  withdraw: ({ invitation }) => withdraw(invitation?.guardianInvitationId ?? ""),
};

/** Takes something back that concerns a child, after saying what that does. */
export function EndDialog({ child, what, onClose }: { child: Child; what: What; onClose: () => void }) {
  const { title, text, act, done } = words[what](child);
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
          <Button variant="secondary" label="Keep" onClick={onClose} />
          <Button danger label={act} loading={ending.isPending} onClick={() => ending.mutate()} />
        </>
      }
    >
      {ending.error && (
        <Notice tone="stop" title="No changes were made">
          {messageOf(ending.error)}
        </Notice>
      )}
      <p>{text}</p>
    </Dialog>
  );
}

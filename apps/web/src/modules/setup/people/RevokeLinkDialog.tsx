import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, Dialog, Notice, useNotify } from "@touchline/ui";
import { messageOf } from "../../../ErrorScreens.tsx";
import { revokeLink, type SignupUrl } from "./signup-urls.ts";
import { words } from "./words.ts";

/** Revokes a link for good, after saying what that does. */
export function RevokeLinkDialog({ link, onClose }: { link: SignupUrl; onClose: () => void }) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const name = words.roleAtLevel({ labelName: link.labelName, levelName: link.levelName });
  const revoking = useMutation({
    mutationFn: () => revokeLink(link.signupUrlId),
    onSuccess: async () => {
      notify("done", words.linkWithdrawn({ name }));
      await queryClient.invalidateQueries({ queryKey: ["signupUrls"] });
      onClose();
    },
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.withdrawTitle({ name })}
      footer={
        <>
          <Button variant="secondary" label={words.keepLink} onClick={onClose} />
          <Button danger label={words.withdrawLink} loading={revoking.isPending} onClick={() => revoking.mutate()} />
        </>
      }
    >
      {revoking.error && (
        <Notice tone="stop" title={words.notWithdrawn}>
          {messageOf(revoking.error)}
        </Notice>
      )}
      <p>{words.withdrawWarning}</p>
      <p>{words.joinedStay({ count: link.uses })}</p>
    </Dialog>
  );
}

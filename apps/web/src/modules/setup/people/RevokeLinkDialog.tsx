import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, Dialog, Notice, useNotify } from "@touchline/ui";
import { messageOf } from "../../../ErrorScreens.tsx";
import { revokeLink, type SignupUrl } from "./signup-urls.ts";
import { countOf } from "./words.ts";

/** Ends a link for good, after saying what that does. */
export function RevokeLinkDialog({ link, onClose }: { link: SignupUrl; onClose: () => void }) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const name = `${link.labelName} at ${link.levelName}`;
  const revoking = useMutation({
    mutationFn: () => revokeLink(link.signupUrlId),
    onSuccess: async () => {
      notify("done", `Nobody can sign up by the link for ${name} any more.`);
      await queryClient.invalidateQueries({ queryKey: ["signupUrls"] });
      onClose();
    },
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Withdraw the link for ${name}?`}
      footer={
        <>
          <Button variant="secondary" label="Keep" onClick={onClose} />
          <Button danger label="Withdraw link" loading={revoking.isPending} onClick={() => revoking.mutate()} />
        </>
      }
    >
      {revoking.error && (
        <Notice tone="stop" title="Not withdrawn">
          {messageOf(revoking.error)}
        </Notice>
      )}
      <p>
        Nobody can sign up by it any more, also by codes that are printed. It cannot be brought back; you can make a new
        one.
      </p>
      <p>
        {link.uses === 0
          ? "Nobody has joined by it."
          : `${countOf(link.uses, "person who has joined by it stays", "people who have joined by it stay")}.`}
      </p>
    </Dialog>
  );
}

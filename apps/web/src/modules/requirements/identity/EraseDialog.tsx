import { useMutation, useQueryClient } from "@tanstack/react-query";
import { eraseIdentityImages } from "@touchline/contract/verification/identity";
import { Button, Dialog, Notice, useNotify } from "@touchline/ui";
import { call } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { type Requirement, refreshAfterSubmission } from "../requirements/queries.ts";
import { identityQuery } from "./queries.ts";
import { words } from "./words.ts";

interface EraseDialogProps {
  requirement: Requirement;
  opened: boolean;
  onClose: () => void;
}

/** Asks before the photos are destroyed, and says what follows. */
export function EraseDialog({ requirement, opened, onClose }: EraseDialogProps) {
  const { requirementId: id, profileLevelAccessId } = requirement;
  const queryClient = useQueryClient();
  const notify = useNotify();
  const erasing = useMutation({
    mutationFn: () => call(eraseIdentityImages, { params: { id }, body: { profileLevelAccessId } }),
    onSuccess: async () => {
      notify("done", words.erased);
      onClose();
      await queryClient.invalidateQueries({ queryKey: identityQuery(requirement).queryKey });
      await refreshAfterSubmission(queryClient);
    },
  });
  const close = () => {
    erasing.reset();
    onClose();
  };
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={words.eraseTitle}
      footer={
        <>
          <Button variant="secondary" label={words.keep} onClick={close} />
          <Button danger label={words.erase} loading={erasing.isPending} onClick={() => erasing.mutate()} />
        </>
      }
    >
      <p>{words.eraseHelp}</p>
      {erasing.error && <Notice tone="stop">{messageOf(erasing.error)}</Notice>}
    </Dialog>
  );
}

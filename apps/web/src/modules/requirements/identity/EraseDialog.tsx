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
  /** Without any, the release alone is withdrawn. */
  hasPhotos: boolean;
  /** Null: it isn't known here. */
  hasRelease: boolean | null;
  opened: boolean;
  onErased?: (() => void) | undefined;
  onClose: () => void;
}

/** Asks before the photos are deleted or the release is withdrawn, and says what follows. */
export function EraseDialog({ requirement, hasPhotos, hasRelease, opened, onErased, onClose }: EraseDialogProps) {
  const { requirementId: id, profileLevelAccessId } = requirement;
  const queryClient = useQueryClient();
  const notify = useNotify();
  const erasing = useMutation({
    mutationFn: () => call(eraseIdentityImages, { params: { id }, body: { profileLevelAccessId } }),
    onSuccess: async () => {
      notify("done", hasPhotos ? words.erased : words.withdrawn);
      onClose();
      onErased?.();
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
      title={hasPhotos ? words.eraseTitle : words.withdrawTitle}
      footer={
        <>
          <Button variant="secondary" label={hasPhotos ? words.keep : words.keepRelease} onClick={close} />
          <Button
            danger
            label={hasPhotos ? words.erase : words.withdraw}
            loading={erasing.isPending}
            onClick={() => erasing.mutate()}
          />
        </>
      }
    >
      <p>{hasPhotos ? words.eraseHelp : words.withdrawHelp}</p>
      {hasPhotos && hasRelease !== false && <p>{hasRelease ? words.eraseRelease : words.eraseAnyRelease}</p>}
      {erasing.error && <Notice tone="stop">{messageOf(erasing.error)}</Notice>}
    </Dialog>
  );
}

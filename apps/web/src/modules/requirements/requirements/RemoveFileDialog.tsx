import { useMutation, useQueryClient } from "@tanstack/react-query";
import { deleteDocumentAttachment } from "@touchline/contract/requirements/requirements";
import { Button, Dialog, Notice, useNotify } from "@touchline/ui";
import { call } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import type { AttemptFile, FilePlace } from "../../../files/queries.ts";
import { refreshAfterSubmission } from "./queries.ts";
import { words } from "./words.ts";

interface RemoveFileDialogProps {
  place: FilePlace;
  /** Null while the dialog is closed. */
  file: AttemptFile | null;
  /** Without this file the submission has none left. */
  last: boolean;
  /** The file was created from answers on the page: all of them are removed together, and can be edited again. */
  filledIn: boolean;
  onClose: () => void;
}

/** Asks for confirmation before a file is removed, and explains the consequences. */
export function RemoveFileDialog({ place, file, last, filledIn, onClose }: RemoveFileDialogProps) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { requirementId, profileLevelAccessId } = place;
  const removing = useMutation({
    mutationFn: ({ fileId }: AttemptFile) =>
      call(deleteDocumentAttachment, { params: { id: requirementId }, query: { profileLevelAccessId, fileId } }),
    onSuccess: async (_, { name }) => {
      notify("done", words.fileRemoved({ name }));
      onClose();
      await refreshAfterSubmission(queryClient);
    },
  });
  const close = () => {
    removing.reset();
    onClose();
  };
  const removal = filledIn ? words.removeSignedAnswers : last ? words.removeOnlyFile : words.removeOneFile;
  return (
    <Dialog
      opened={file !== null}
      onClose={close}
      title={words.removeFileTitle}
      footer={
        <>
          <Button variant="secondary" label={words.keepFile} onClick={close} />
          <Button
            danger
            label={words.removeFile}
            loading={removing.isPending}
            onClick={() => {
              if (file) removing.mutate(file);
            }}
          />
        </>
      }
    >
      <p>{removal({ name: file?.name ?? "" })}</p>
      {removing.error && <Notice tone="stop">{messageOf(removing.error)}</Notice>}
    </Dialog>
  );
}

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Button, Dialog, LoadingState, Notice, useNotify } from "@touchline/ui";
import { messageOf } from "../../../ErrorScreens.tsx";
import { archive, archiveEffectQuery, type Content, progressQuery } from "./queries.ts";
import { archiveSentences, words } from "./words.ts";

/** Asks before a content goes out of use, and says what that does and to how many. */
export function ArchiveDialog({ content, onClose }: { content: Content; onClose: () => void }) {
  const { contentId, name } = content;
  const effect = useQuery(archiveEffectQuery(contentId));
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  const acting = useMutation({
    mutationFn: () => archive(contentId),
    onSuccess: async ({ outcome, inProgress }) => {
      const archived = inProgress ? words.archivedInSteps({ name }) : words.archivedDone({ name });
      notify("done", outcome === "removed" ? words.deletedDone({ name }) : archived);
      if (outcome === "removed") {
        await navigate({ href: "/library" });
        queryClient.removeQueries({ queryKey: ["library", "content", contentId] });
      } else onClose();
      void queryClient.invalidateQueries({ queryKey: progressQuery(contentId).queryKey });
      await Promise.all(
        ["library", "members", "member", "requirements", "roles", "tasks"].map((key) =>
          queryClient.invalidateQueries({ queryKey: [key] }),
        ),
      );
    },
  });
  const failed = effect.error ?? acting.error;
  const removes = effect.data?.outcome === "removed";
  return (
    <Dialog
      opened
      onClose={onClose}
      title={removes ? words.deleteTitle({ name }) : words.archiveTitle({ name })}
      footer={
        <>
          <Button variant="secondary" label={words.cancel} onClick={onClose} />
          <Button
            danger
            label={removes ? words.delete : words.archive}
            loading={acting.isPending}
            disabled={!effect.data}
            onClick={() => acting.mutate()}
          />
        </>
      }
    >
      {failed && (
        <Notice tone="stop" title={removes ? words.deleteFailed : words.archiveFailed}>
          {messageOf(failed)}
        </Notice>
      )}
      {effect.data
        ? archiveSentences(effect.data).map((sentence) => <p key={sentence}>{sentence}</p>)
        : !effect.error && <LoadingState label={words.checkingEffect} lines={2} />}
    </Dialog>
  );
}

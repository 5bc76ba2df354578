import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ApiKey } from "@touchline/contract/integrations/api-keys";
import { Button, Dialog, Notice, useNotify } from "@touchline/ui";
import { messageOf } from "../../../ErrorScreens.tsx";
import { apiKeysQuery, revoke } from "./queries.ts";
import { words } from "./words.ts";

/** Ends a key for good, after saying what that does. */
export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { name } = apiKey;
  const revoking = useMutation({
    mutationFn: () => revoke(apiKey.apiKeyId),
    onSuccess: async () => {
      notify("done", words.revoked({ name }));
      await queryClient.invalidateQueries(apiKeysQuery);
      onClose();
    },
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.revokeTitle({ name })}
      footer={
        <>
          <Button variant="secondary" label={words.keepKey} onClick={onClose} />
          <Button danger label={words.revokeKey} loading={revoking.isPending} onClick={() => revoking.mutate()} />
        </>
      }
    >
      {revoking.error && (
        <Notice tone="stop" title={words.notRevoked}>
          {messageOf(revoking.error)}
        </Notice>
      )}
      <p>{words.revokeAbout}</p>
    </Dialog>
  );
}

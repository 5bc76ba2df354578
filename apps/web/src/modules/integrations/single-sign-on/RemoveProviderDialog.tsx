import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SsoConnection } from "@touchline/contract/integrations/single-sign-on";
import { Button, Dialog, Notice, useNotify } from "@touchline/ui";
import { messageOf } from "../../../ErrorScreens.tsx";
import { deleteProvider, ssoQuery } from "./queries.ts";
import { words } from "./words.ts";

/** Removes an identity provider, after saying what that does. */
export function RemoveProviderDialog({ connection, onClose }: { connection: SsoConnection; onClose: () => void }) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { name } = connection;
  const removing = useMutation({
    mutationFn: () => deleteProvider(connection.ssoConnectionId),
    onSuccess: async () => {
      notify("done", words.removed({ name }));
      await queryClient.invalidateQueries(ssoQuery);
      onClose();
    },
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.removeTitle({ name })}
      footer={
        <>
          <Button variant="secondary" label={words.keep} onClick={onClose} />
          <Button danger label={words.remove} loading={removing.isPending} onClick={() => removing.mutate()} />
        </>
      }
    >
      {removing.error && (
        <Notice tone="stop" title={words.notRemoved}>
          {messageOf(removing.error)}
        </Notice>
      )}
      <p>{words.removeAbout}</p>
    </Dialog>
  );
}

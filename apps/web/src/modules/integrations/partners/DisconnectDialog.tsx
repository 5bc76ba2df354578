import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { PartnerConnection } from "@touchline/contract/integrations/partners";
import { Button, Dialog, Notice, useNotify } from "@touchline/ui";
import { messageOf } from "../../../ErrorScreens.tsx";
import { deletePartner, partnersQuery } from "./queries.ts";
import { words } from "./words.ts";

/** Ends a connection, after saying what that does. */
export function DisconnectDialog({ connection, onClose }: { connection: PartnerConnection; onClose: () => void }) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { name } = connection;
  const disconnecting = useMutation({
    mutationFn: () => deletePartner(connection.partnerConnectionId),
    onSuccess: async () => {
      notify("done", words.disconnected({ name }));
      await queryClient.invalidateQueries(partnersQuery);
      onClose();
    },
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.disconnectTitle({ name })}
      footer={
        <>
          <Button variant="secondary" label={words.keepConnected} onClick={onClose} />
          <Button
            danger
            label={words.disconnect}
            loading={disconnecting.isPending}
            onClick={() => disconnecting.mutate()}
          />
        </>
      }
    >
      {disconnecting.error && (
        <Notice tone="stop" title={words.notDisconnected}>
          {messageOf(disconnecting.error)}
        </Notice>
      )}
      <p>{words.disconnectAbout}</p>
    </Dialog>
  );
}

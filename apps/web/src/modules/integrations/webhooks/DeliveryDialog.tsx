import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Dialog, LoadingState, Notice, useNotify } from "@touchline/ui";
import { momentText } from "../../../dates.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { answerText } from "./answer-text.ts";
import { deliveryQuery, postReplay, webhooksKey } from "./queries.ts";
import classes from "./Webhooks.module.css";
import { words } from "./words.ts";

interface DeliveryDialogProps {
  endpointId: string;
  webhookEventId: string;
  /** The reason why it can't be sent again, if it can't. */
  disabledReason?: string | undefined;
  onClose: () => void;
}

/** Shows one delivery: its payload, and the answer to each attempt. */
export function DeliveryDialog({ endpointId, webhookEventId, disabledReason, onClose }: DeliveryDialogProps) {
  const { timeZone } = useActiveProfile().organization;
  const { data, error } = useQuery(deliveryQuery(endpointId, webhookEventId));
  const queryClient = useQueryClient();
  const notify = useNotify();
  const replaying = useMutation({
    mutationFn: () => postReplay(endpointId, webhookEventId),
    onSuccess: async () => {
      notify("done", words.replayed);
      onClose();
      await queryClient.invalidateQueries({ queryKey: webhooksKey });
    },
  });
  return (
    <Dialog
      opened
      wide
      onClose={onClose}
      title={data?.type ?? words.deliveries}
      footer={
        <>
          <Button variant="secondary" label={words.close} onClick={onClose} />
          {data && data.state !== "waiting" && (
            <Button
              label={words.replay}
              loading={replaying.isPending}
              disabledReason={disabledReason}
              onClick={() => replaying.mutate()}
            />
          )}
        </>
      }
    >
      <div className={classes.stack}>
        {replaying.error && (
          <Notice tone="stop" title={words.notReplayed}>
            {messageOf(replaying.error)}
          </Notice>
        )}
        {error && !data && (
          <Notice tone="stop" title={words.deliveryNotLoaded}>
            {messageOf(error)}
          </Notice>
        )}
        {!data && !error && <LoadingState label={words.loadingDelivery} lines={4} />}
        {data && (
          <>
            <h3 className={classes.legend}>{words.tries}</h3>
            {data.tries.length === 0 ? (
              <p>{words.noTries}</p>
            ) : (
              <ol className={classes.tries}>
                {data.tries.map((one) => (
                  <li key={one.at}>
                    {`${momentText(one.at, timeZone)}: ${answerText(one)} (${words.milliseconds({ count: one.ms })})`}
                  </li>
                ))}
              </ol>
            )}
            <h3 className={classes.legend}>{words.body}</h3>
            <pre className={classes.code}>{pretty(data.body)}</pre>
          </>
        )}
      </div>
    </Dialog>
  );
}

const pretty = (body: string) => JSON.stringify(JSON.parse(body), null, 2);

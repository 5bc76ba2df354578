import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button, Dialog, Notice, useNotify } from "@touchline/ui";
import { messageOf } from "../../../ErrorScreens.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import classes from "./Billing.module.css";
import { end as endSubscription, planQuery } from "./queries.ts";
import { words } from "./words.ts";

interface CancelDialogProps {
  /** The last day that is paid. */
  end: string;
  onClose: () => void;
}

/** Asks before the subscription is canceled, and says what stays. */
export function CancelDialog({ end, onClose }: CancelDialogProps) {
  const { organizationId } = useActiveProfile();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const canceling = useMutation({
    mutationFn: () => endSubscription(organizationId),
    onSuccess: (canceled) => {
      queryClient.setQueryData(planQuery(organizationId).queryKey, canceled);
      notify("done", words.canceled({ day: end }));
      onClose();
    },
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.cancelTitle}
      footer={
        <>
          <Button variant="secondary" label={words.keepSubscription} onClick={onClose} />
          <Button
            danger
            label={words.cancelSubscription}
            loading={canceling.isPending}
            onClick={() => canceling.mutate()}
          />
        </>
      }
    >
      <div className={classes.body}>
        <p>{words.cancelHelp({ day: end })}</p>
        {canceling.error && (
          <Notice tone="stop" title={words.notCanceled}>
            {messageOf(canceling.error)}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}

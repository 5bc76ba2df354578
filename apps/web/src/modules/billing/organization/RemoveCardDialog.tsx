import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { OrganizationPaymentMethod } from "@touchline/contract/billing/organization-billing";
import { cardText } from "@touchline/rules/billing/cards";
import { Button, Dialog, Notice, useNotify } from "@touchline/ui";
import { messageOf } from "../../../ErrorScreens.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import classes from "./Billing.module.css";
import { cardsQuery, planQuery, removeCard } from "./queries.ts";
import { words } from "./words.ts";

interface RemoveCardDialogProps {
  card: OrganizationPaymentMethod;
  onClose: () => void;
}

/** Asks before a card is removed. */
export function RemoveCardDialog({ card, onClose }: RemoveCardDialogProps) {
  const { organizationId } = useActiveProfile();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const name = cardText(card);
  const removing = useMutation({
    mutationFn: () => removeCard(organizationId, card.paymentMethodId),
    onSuccess: async () => {
      notify("done", words.cardRemoved({ card: name }));
      await queryClient.invalidateQueries(cardsQuery(organizationId));
      void queryClient.invalidateQueries(planQuery(organizationId));
      onClose();
    },
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.removeTitle({ card: name })}
      footer={
        <>
          <Button variant="secondary" label={words.keepCard} onClick={onClose} />
          <Button danger label={words.remove} loading={removing.isPending} onClick={() => removing.mutate()} />
        </>
      }
    >
      <div className={classes.body}>
        <p>{words.removeHelp}</p>
        {removing.error && (
          <Notice tone="stop" title={words.notRemoved}>
            {messageOf(removing.error)}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}

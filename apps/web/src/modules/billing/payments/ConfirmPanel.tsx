import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { DueItem } from "@touchline/contract/billing/individual-payments";
import { Button, Notice, Panel } from "@touchline/ui";
import { useRef } from "react";
import { feeKey, paymentHref } from "../../../billing/addresses.ts";
import { leaveTo } from "../../../billing/leave.ts";
import { moneyText } from "../../../billing/money.ts";
import { refreshAfterPayment } from "../../../billing/queries.ts";
import { CallFailed } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { chosenOf } from "./owed.ts";
import classes from "./Payments.module.css";
import { pay, paymentQuery } from "./queries.ts";
import { afterCard, useCardForm } from "./useCardForm.ts";
import { words } from "./words.ts";

interface ConfirmPanelProps {
  fees: readonly DueItem[];
  keys: readonly string[] | null;
  paymentMethodId: string;
  onBack: () => void;
}

const reasonOf = (error: unknown) => (error instanceof CallFailed ? error.problem?.reason : undefined);
/** The request got no answer, so the card may have been charged. */
const isUnanswered = (error: unknown) => error instanceof CallFailed && (error.status === 0 || error.status >= 500);

/** Shown once a card is entered: the items, the total, and the button that charges it. */
export function ConfirmPanel({ fees, keys, paymentMethodId, onBack }: ConfirmPanelProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const opening = useCardForm();
  const chosen = chosenOf(fees, keys);
  const { total, currency } = chosen;
  // A request without an answer is repeated with its own idempotency key, so that the card is charged once.
  const unanswered = useRef<string | null>(null);
  const paying = useMutation({
    mutationFn: () => {
      const key = unanswered.current ?? crypto.randomUUID();
      unanswered.current = key;
      const items = chosen.fees.map(({ requirementId, profileLevelAccessId, amount }) => ({
        requirementId,
        profileLevelAccessId,
        amount,
      }));
      return pay({ items, amount: total, currency, paymentMethodId, returnPath: afterCard }, key);
    },
    onSuccess: async (payment) => {
      queryClient.setQueryData(paymentQuery(payment.paymentId).queryKey, payment);
      if (payment.state === "actionRequired" && payment.nextAction) await leaveTo(payment.nextAction.url);
      void refreshAfterPayment(queryClient);
      await navigate({ href: paymentHref(payment.paymentId), replace: true });
      document.querySelector("h1")?.focus();
    },
    onError: async (error) => {
      if (isUnanswered(error)) return;
      unanswered.current = null;
      await queryClient.invalidateQueries({ queryKey: ["owedFees"] });
    },
  });
  if (chosen.fees.length === 0) {
    return (
      <Panel title={words.confirmTitle}>
        <div className={classes.body}>
          <Notice tone="waits" title={words.nothingLeft}>
            {words.nothingLeftHelp}
          </Notice>
          <div>
            <Button variant="secondary" label={words.backToPayments} onClick={onBack} />
          </div>
        </div>
      </Panel>
    );
  }
  return (
    <Panel title={words.confirmTitle}>
      <div className={classes.body}>
        <p>{words.confirmHelp}</p>
        <ul className={classes.lines}>
          {chosen.fees.map((fee) => (
            <li key={feeKey(fee)} className={classes.line}>
              <span>{words.confirmItem({ name: fee.name, person: fee.personName })}</span>
              <span className={classes.feeAmount}>{moneyText(fee.amount, fee.currency)}</span>
            </li>
          ))}
        </ul>
        <p className={classes.total}>
          <span>{words.total}</span>
          <output className={classes.totalAmount}>{moneyText(total, currency)}</output>
        </p>
        {paying.error && <Refused error={paying.error} />}
        {opening.error && (
          <Notice tone="stop" title={words.formNotOpened}>
            {messageOf(opening.error)}
          </Notice>
        )}
        <div className={classes.acts}>
          <Button
            label={words.payAmount({ amount: moneyText(total, currency) })}
            loading={paying.isPending}
            onClick={() => paying.mutate()}
          />
          <Button
            variant="secondary"
            label={words.otherCard}
            loading={opening.isPending}
            disabled={paying.isPending}
            onClick={() => opening.mutate(chosen.fees.map(feeKey))}
          />
          <Button variant="quaternary" label={words.changeItems} disabled={paying.isPending} onClick={onBack} />
        </div>
      </div>
    </Panel>
  );
}

function Refused({ error }: { error: Error }) {
  if (reasonOf(error) === "priceChanged") {
    return (
      <Notice tone="needs" title={words.priceChangedTitle}>
        {words.priceChanged}
      </Notice>
    );
  }
  if (isUnanswered(error)) {
    return (
      <Notice tone="needs" title={words.noAnswerTitle}>
        {words.noAnswer}
      </Notice>
    );
  }
  return (
    <Notice tone="stop" title={words.notPaid}>
      {messageOf(error)}
    </Notice>
  );
}

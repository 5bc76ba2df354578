import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Payment } from "@touchline/contract/billing/individual-payments";
import { cardText } from "@touchline/rules/billing/cards";
import { Select, Textarea, TextInput, useNotify } from "@touchline/ui";
import { useState } from "react";
import { feeKey } from "../../../billing/addresses.ts";
import { amountOf, currencyNames, decimalOf, moneyText } from "../../../billing/money.ts";
import type { FieldErrors } from "../../../form-errors.ts";
import { FormDialog } from "../../../parts/FormDialog.tsx";
import { memberPaymentQuery, refund } from "./queries.ts";
import { words } from "./words.ts";

const whole = "whole";

interface RefundDialogProps {
  payment: Payment;
  onClose: () => void;
}

/** Refunds a payment in full or in part, with the reason. */
export function RefundDialog({ payment, onClose }: RefundDialogProps) {
  const { paymentId, currency, refundable, paidBy, card } = payment;
  const queryClient = useQueryClient();
  const notify = useNotify();
  const [draft, setDraft] = useState({ what: whole, amount: decimalOf(refundable, currency), reason: "" });
  const items = payment.items.filter(({ state }) => state === "released" || state === "pending");
  const item = items.find((one) => feeKey(one) === draft.what);
  const most = Math.min(refundable, item?.amount ?? refundable);
  const amount = amountOf(draft.amount, currency);
  const refunding = useMutation({
    mutationFn: () =>
      refund(paymentId, {
        amount: amount ?? 0,
        reason: draft.reason,
        ...(item && { requirementId: item.requirementId }),
      }),
    onSuccess: (refunded) => {
      queryClient.setQueryData(memberPaymentQuery(paymentId).queryKey, refunded);
      void queryClient.invalidateQueries({ queryKey: ["memberFees"] });
      notify("done", words.refunded({ amount: moneyText(amount ?? 0, currency) }));
      onClose();
    },
  });
  const problems = (): FieldErrors | null => {
    const found: Record<string, string> = {};
    if (amount === null || amount === 0) found.amount = words.amountInvalid;
    else if (amount > most) found.amount = words.amountTooHigh({ amount: moneyText(most, currency) });
    if (draft.reason.trim() === "") found.reason = words.reasonMissing;
    return Object.keys(found).length > 0 ? found : null;
  };
  return (
    <FormDialog
      title={words.refundTitle}
      label={words.refund}
      refused={words.notRefunded}
      danger
      draft={draft}
      problems={problems}
      sending={refunding}
      onSend={() => refunding.mutate()}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>
            {card
              ? words.refundHelp({ name: paidBy.name, card: cardText(card) })
              : words.refundByHand({ name: paidBy.name })}
          </p>
          {items.length > 1 && (
            <Select
              label={words.refundWhat}
              allowDeselect={false}
              data={[
                { value: whole, label: words.wholePayment },
                ...items.map((one) => ({
                  value: feeKey(one),
                  label: words.refundItem({
                    name: one.name,
                    person: one.personName,
                    amount: moneyText(one.amount, currency),
                  }),
                })),
              ]}
              value={draft.what}
              onChange={(what) => {
                const chosen = items.find((one) => feeKey(one) === what);
                const suggested = Math.min(refundable, chosen?.amount ?? refundable);
                setDraft({ ...draft, what: what ?? whole, amount: decimalOf(suggested, currency) });
              }}
            />
          )}
          <TextInput
            label={words.refundAmount({ currency: currencyNames[currency] })}
            description={words.refundMost({ amount: moneyText(most, currency) })}
            inputMode="decimal"
            maxLength={20}
            value={draft.amount}
            onChange={(event) => setDraft({ ...draft, amount: event.currentTarget.value })}
            error={errors.amount}
          />
          <Textarea
            label={words.reason}
            description={words.refundReasonHint}
            rows={3}
            maxLength={500}
            data-autofocus
            value={draft.reason}
            onChange={(event) => setDraft({ ...draft, reason: event.currentTarget.value })}
            error={errors.reason}
          />
        </>
      )}
    </FormDialog>
  );
}

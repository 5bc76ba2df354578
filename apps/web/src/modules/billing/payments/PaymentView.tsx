import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Payment } from "@touchline/contract/billing/individual-payments";
import { Button, LoadingState, Notice } from "@touchline/ui";
import { useEffect, useRef } from "react";
import { feeKey } from "../../../billing/addresses.ts";
import { moneyText } from "../../../billing/money.ts";
import { refreshAfterPayment } from "../../../billing/queries.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { PaymentParts } from "./PaymentParts.tsx";
import classes from "./Payments.module.css";
import { cancel, follow, isMoving, paymentQuery } from "./queries.ts";
import { useCardForm } from "./useCardForm.ts";
import { words } from "./words.ts";

interface PaymentViewProps {
  paymentId: string;
  readerId: string;
  zone: string;
  /** Whether the payer has just returned from the bank, so that the provider is asked at once. */
  isFromBank: boolean;
  onFollowed: () => void;
}

/** Shows one payment: its status, items, receipt and refunds. */
export function PaymentView({ paymentId, readerId, zone, isFromBank, onFollowed }: PaymentViewProps) {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(paymentQuery(paymentId));
  const { queryKey } = paymentQuery(paymentId);
  const following = useMutation({
    mutationFn: () => follow(paymentId),
    onSuccess: (payment) => queryClient.setQueryData(queryKey, payment),
    onSettled: onFollowed,
  });
  const requested = useRef(false);
  const { mutate: ask } = following;
  useEffect(() => {
    if (!isFromBank || requested.current) return;
    requested.current = true;
    ask();
  }, [isFromBank, ask]);
  const stands = data?.state;
  const previousState = useRef(stands);
  useEffect(() => {
    if (previousState.current !== undefined && previousState.current !== stands) void refreshAfterPayment(queryClient);
    previousState.current = stands;
  }, [stands, queryClient]);
  if (error && !data) return <LoadFailed title={words.paymentNotLoaded} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={words.loadingPayment} lines={4} />;
  return (
    <>
      <Standing payment={data} readerId={readerId} isAsking={following.isPending} />
      <PaymentParts payment={data} readerId={readerId} zone={zone} />
    </>
  );
}

/** Describes the payment's status in a sentence, with the possible actions. */
function Standing({ payment, readerId, isAsking }: { payment: Payment; readerId: string; isAsking: boolean }) {
  const { state, amount, currency, failure, outcomeUnknown, paidBy } = payment;
  const money = moneyText(amount, currency);
  if (outcomeUnknown) return <Checking />;
  if (isAsking || isMoving(payment)) {
    return (
      <Notice tone="waits" title={words.progressTitle}>
        {words.progressHelp}
      </Notice>
    );
  }
  if (state === "actionRequired") return <AtBank payment={payment} />;
  if (state === "succeeded") {
    return (
      <Notice
        tone="done"
        title={
          paidBy.profileId === readerId
            ? words.paidTitle({ amount: money })
            : words.paidByTitle({ name: paidBy.name, amount: money })
        }
      >
        {payment.items.every((one) => one.state === "released") ? words.paidHelp : words.receiptSent}
      </Notice>
    );
  }
  if (state === "canceled") {
    return (
      <Notice tone="none" title={words.canceledTitle}>
        {words.canceledHelp}
      </Notice>
    );
  }
  return <Failed payment={payment} text={failure?.text ?? null} isOwn={paidBy.profileId === readerId} />;
}

const Checking = () => (
  <Notice tone="waits" title={words.checkingTitle}>
    {words.checkingHelp}
  </Notice>
);

function Failed({ payment, text, isOwn }: { payment: Payment; text: string | null; isOwn: boolean }) {
  const opening = useCardForm();
  return (
    <>
      <Notice tone="stop" title={words.failedTitle}>
        {text === null ? words.failedUnknown : words.failedHelp({ reason: text })}
      </Notice>
      {opening.error && (
        <Notice tone="stop" title={words.formNotOpened}>
          {messageOf(opening.error)}
        </Notice>
      )}
      {isOwn && (
        <div className={classes.acts}>
          <Button
            label={words.tryAnotherCard}
            loading={opening.isPending}
            onClick={() => opening.mutate(payment.items.map(feeKey))}
          />
        </div>
      )}
    </>
  );
}

function AtBank({ payment }: { payment: Payment }) {
  const queryClient = useQueryClient();
  const canceling = useMutation({
    mutationFn: () => cancel(payment.paymentId),
    onSuccess: (canceled) => {
      queryClient.setQueryData(paymentQuery(payment.paymentId).queryKey, canceled);
      void refreshAfterPayment(queryClient);
    },
    onError: () => queryClient.invalidateQueries(paymentQuery(payment.paymentId)),
  });
  return (
    <>
      <Notice tone="needs" title={words.bankTitle}>
        {payment.nextAction ? words.bankHelp : words.bankOther}
      </Notice>
      {canceling.error && (
        <Notice tone="stop" title={words.notCanceled}>
          {messageOf(canceling.error)}
        </Notice>
      )}
      {payment.nextAction && (
        <div className={classes.acts}>
          <Button label={words.confirmAtBank} href={payment.nextAction.url} />
          <Button
            variant="secondary"
            label={words.cancelPayment}
            loading={canceling.isPending}
            onClick={() => canceling.mutate()}
          />
        </div>
      )}
    </>
  );
}

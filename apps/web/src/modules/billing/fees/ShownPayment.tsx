import { useQuery } from "@tanstack/react-query";
import { Button, LoadingState } from "@touchline/ui";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import { PaymentParts } from "../payments/PaymentParts.tsx";
import { memberPaymentQuery } from "./queries.ts";
import { RefundDialog } from "./RefundDialog.tsx";
import { ReminderTrouble, useReminder } from "./useReminder.tsx";
import { words } from "./words.ts";

const readDialog = (search: RawSearch) => textIn(search.dialog) === "refund";

/** One payment of a member, with its refund. */
export function ShownPayment({ paymentId, zone }: { paymentId: string; zone: string }) {
  const { data, error, refetch } = useQuery(memberPaymentQuery(paymentId));
  const [isRefunding, change] = useUrlState(readDialog);
  const reminder = useReminder();
  if (error && !data) return <LoadFailed title={words.paymentNotLoaded} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={words.loadingPayment} lines={4} />;
  return (
    <>
      <ReminderTrouble reminder={reminder} />
      <PaymentParts
        payment={data}
        zone={zone}
        acts={
          data.state === "failed" ? (
            <Button
              small
              variant="secondary"
              label={words.remind}
              loading={reminder.isPending}
              onClick={() => reminder.mutate(data.items.map((item) => item.profileLevelAccessId))}
            />
          ) : data.refundable > 0 ? (
            <Button
              small
              danger
              variant="secondary"
              label={words.refund}
              aria-label={words.refundTitle}
              onClick={() => change({ dialog: "refund" }, { back: true })}
            />
          ) : undefined
        }
      />
      {isRefunding && data.refundable > 0 && (
        <RefundDialog payment={data} onClose={() => change({ dialog: undefined })} />
      )}
    </>
  );
}

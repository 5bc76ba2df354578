import { Button, Notice } from "@touchline/ui";
import { payHref, paymentHref } from "./addresses.ts";
import { moneyText } from "./money.ts";
import type { OwedFee } from "./useFee.ts";
import { words } from "./words.ts";

/** Links to the page where a fee is paid, or to the payment in progress; or says why it can't be paid yet. */
export function PayFirst({ fee, refusalTitle }: { fee: OwedFee; refusalTitle: string }) {
  const { amount, currency, paymentId, refusal, simulated } = fee;
  if (paymentId !== null) {
    return (
      <Notice
        tone="waits"
        title={words.underWayTitle}
        action={<Button small variant="secondary" label={words.viewPayment} href={paymentHref(paymentId)} />}
      >
        {words.inProgress}
      </Notice>
    );
  }
  return (
    <>
      {refusal && (
        <Notice tone="needs" title={refusalTitle}>
          {refusal.text}
        </Notice>
      )}
      {simulated && <p>{words.simulated}</p>}
      <div>
        <Button
          label={words.pay({ amount: moneyText(amount, currency) })}
          href={payHref(fee)}
          disabled={refusal !== null}
        />
      </div>
    </>
  );
}

import type { Payment, RefundCause } from "@touchline/contract/billing/individual-payments";
import { Panel } from "@touchline/ui";
import { moneyText } from "../../../billing/money.ts";
import { dayOfInstant } from "../../../dates.ts";
import classes from "./Payments.module.css";
import { refundStateTexts, words } from "./words.ts";

const causeTexts: Record<RefundCause, string> = {
  requested: words.refundRequested,
  notReleased: words.refundNotReleased,
  endedWithoutResult: words.refundEnded,
};

/** Lists a payment's refunds with their reasons and status. */
export function RefundList({ payment, zone }: { payment: Pick<Payment, "refunds" | "currency">; zone: string }) {
  return (
    <Panel title={words.refunds}>
      <ul className={classes.lines}>
        {payment.refunds.map(({ refundId, amount, cause, state, reason, requestedAt }) => (
          <li key={refundId} className={classes.refund}>
            <p className={classes.itemName}>
              {words.refundOf({ amount: moneyText(amount, payment.currency), day: dayOfInstant(requestedAt, zone) })}
            </p>
            <p>{causeTexts[cause]}</p>
            {reason !== null && <p>{words.refundReason({ reason })}</p>}
            <p className={classes.quiet}>{refundStateTexts[state]}</p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

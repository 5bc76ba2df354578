import type { Payment } from "@touchline/contract/billing/individual-payments";
import { cardText } from "@touchline/rules/billing/cards";
import { Badge, Button, Facts, Panel } from "@touchline/ui";
import type { ReactNode } from "react";
import { feeKey } from "../../../billing/addresses.ts";
import { moneyText } from "../../../billing/money.ts";
import { dayOfInstant, momentText } from "../../../dates.ts";
import classes from "./Payments.module.css";
import { ReceiptButton } from "./ReceiptButton.tsx";
import { RefundList } from "./RefundList.tsx";
import { itemLooks, methodTexts, stateLooks, words } from "./words.ts";

interface PaymentPartsProps {
  payment: Payment;
  /** The payer, unless they are the reader; then the name is left out, and the items link to their pages. */
  readerId?: string;
  zone: string;
  /** Further actions. */
  acts?: ReactNode;
}

/** The items of a payment, its facts with the receipt, and its refunds. */
export function PaymentParts({ payment, readerId, zone, acts }: PaymentPartsProps) {
  return (
    <>
      <ItemsPanel payment={payment} isOwn={readerId !== undefined} />
      <DetailsPanel payment={payment} readerId={readerId} zone={zone} acts={acts} />
      {payment.refunds.length > 0 && <RefundList payment={payment} zone={zone} />}
    </>
  );
}

function ItemsPanel({ payment, isOwn }: { payment: Payment; isOwn: boolean }) {
  return (
    <Panel title={payment.state === "succeeded" ? words.paidFor : words.itemsOf}>
      <ul className={classes.lines}>
        {payment.items.map((item) => {
          const { label, tone, icon } = itemLooks[item.state];
          return (
            <li key={feeKey(item)} className={classes.item}>
              <div className={classes.itemWords}>
                <p className={classes.itemName}>{item.name}</p>
                <p className={classes.quiet}>{item.personName}</p>
              </div>
              <span className={classes.feeAmount}>{moneyText(item.amount, payment.currency)}</span>
              <span>
                <Badge tone={tone} icon={icon}>
                  {label}
                </Badge>
              </span>
              {(!isOwn || item.state === "released") && (
                <Button
                  small
                  variant={isOwn ? "secondary" : "quaternary"}
                  label={words.open}
                  aria-label={words.openNamed({ name: item.name, person: item.personName })}
                  href={`/requirements/${item.requirementId}?pla=${item.profileLevelAccessId}`}
                />
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

interface DetailsPanelProps extends Pick<PaymentPartsProps, "payment" | "zone" | "acts"> {
  readerId: string | undefined;
}

function DetailsPanel({ payment, readerId, zone, acts }: DetailsPanelProps) {
  const { state, amount, refunded, currency, method, card, reference, paidBy, recordedBy, hasReceipt } = payment;
  const look = stateLooks[state];
  return (
    <Panel
      title={words.details}
      badge={
        <Badge tone={look.tone} icon={look.icon}>
          {look.label}
        </Badge>
      }
    >
      <div className={classes.body}>
        <Facts
          facts={[
            { label: words.amount, value: moneyText(amount, currency) },
            { label: words.refunded, value: refunded > 0 ? moneyText(refunded, currency) : null },
            { label: words.method, value: card ? cardText(card) : method === "card" ? null : methodTexts[method] },
            { label: words.date, value: momentText(payment.succeededAt ?? payment.createdAt, zone) },
            { label: words.paidBy, value: paidBy.profileId === readerId ? null : paidBy.name },
            { label: words.reference, value: reference },
            { label: words.recordedBy, value: recordedBy?.name ?? null },
          ]}
        />
        {(hasReceipt || acts) && (
          <div className={classes.acts}>
            {hasReceipt && <ReceiptButton payment={payment} day={dayOfInstant(payment.createdAt, zone)} />}
            {acts}
          </div>
        )}
      </div>
    </Panel>
  );
}

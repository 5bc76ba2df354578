import { useQuery } from "@tanstack/react-query";
import { Button, Notice } from "@touchline/ui";
import { moneyText } from "../../../billing/money.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import classes from "./Billing.module.css";
import { planQuery } from "./queries.ts";
import { priceText, words } from "./words.ts";

/** Reminds people in charge of billing, on the dashboard, to subscribe to the agreed plan. */
export function SubscribeNotice() {
  const { organizationId } = useActiveProfile();
  const { data } = useQuery(planQuery(organizationId));
  if (!data?.agreed || !data.available || data.subscription !== null) return null;
  const { productName, monthUnitAmount, yearUnitAmount, currency } = data;
  if (monthUnitAmount === 0 && yearUnitAmount === 0) return null;
  const price = {
    plan: words.productPlan({ product: productName }),
    month: priceText("month", moneyText(monthUnitAmount, currency)),
    year: priceText("year", moneyText(yearUnitAmount, currency)),
  };
  return (
    <div className={classes.beforeContent}>
      <Notice
        tone="needs"
        title={words.subscribeTitle}
        action={<Button small variant="secondary" label={words.setUpBilling} href="/account/billing" />}
      >
        {words.subscribeHelp(price)}
      </Notice>
    </div>
  );
}

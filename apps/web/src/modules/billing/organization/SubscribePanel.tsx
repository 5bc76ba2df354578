import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type OrganizationPlan,
  type PlanInterval,
  planIntervals,
} from "@touchline/contract/billing/organization-billing";
import { Badge, Button, Choices, IconCircleCheck, Notice, Panel, useNotify } from "@touchline/ui";
import { useState } from "react";
import { leaveTo } from "../../../billing/leave.ts";
import { moneyText } from "../../../billing/money.ts";
import { CallFailed } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import classes from "./Billing.module.css";
import { planQuery, takeOut } from "./queries.ts";
import { intervalNames, priceText, words } from "./words.ts";

const monthsOfYear = 12;

/** The price of a plan by how often it is paid. */
export const unitAmountOf = (plan: OrganizationPlan, interval: PlanInterval) =>
  interval === "month" ? plan.monthUnitAmount : plan.yearUnitAmount;

/** Lists the steps before the first charge, and subscribes. */
export function SubscribePanel({ plan, hasInformation }: { plan: OrganizationPlan; hasInformation: boolean }) {
  const { organizationId } = useActiveProfile();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const [interval, setInterval] = useState<PlanInterval>("year");
  const { queryKey } = planQuery(organizationId);
  const { currency, productName, paymentMethodProvided, available } = plan;
  const unitAmount = unitAmountOf(plan, interval);
  const saved = plan.monthUnitAmount * monthsOfYear - plan.yearUnitAmount;
  const subscribing = useMutation({
    mutationFn: () => takeOut(organizationId, { interval, unitAmount, returnPath: "/account/billing" }),
    onSuccess: async (taken) => {
      const url = taken.subscription?.nextAction?.url;
      if (url !== undefined) await leaveTo(url);
      queryClient.setQueryData(queryKey, taken);
      if (taken.subscription?.state === "active") notify("done", words.subscribed);
      await queryClient.invalidateQueries({ queryKey: ["organizationBilling", organizationId] });
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });
  const { error } = subscribing;
  const isPriceChanged = error instanceof CallFailed && error.problem?.reason === "priceChanged";
  return (
    <Panel title={words.productPlan({ product: productName })}>
      <div className={classes.body}>
        {plan.subscription && (
          <Notice tone="none" title={words.endedTitle}>
            {words.endedHelp}
          </Notice>
        )}
        {available && !(hasInformation && paymentMethodProvided) && (
          <Steps hasInformation={hasInformation} hasCard={paymentMethodProvided} />
        )}
        <Choices
          label={words.chooseInterval}
          value={interval}
          onChange={setInterval}
          choices={planIntervals.map((value) => ({
            value,
            label: `${intervalNames[value]}: ${priceText(value, moneyText(unitAmountOf(plan, value), currency))}`,
            note:
              value === "month"
                ? words.monthlyNote
                : saved > 0
                  ? words.savesYearly({ amount: moneyText(saved, currency) })
                  : undefined,
          }))}
        />
        {error && (
          <Notice
            tone={isPriceChanged ? "needs" : "stop"}
            title={isPriceChanged ? words.priceChangedTitle : words.notSubscribed}
          >
            {isPriceChanged ? words.priceChanged : messageOf(error)}
          </Notice>
        )}
        <div className={classes.acts}>
          <Button
            label={words.subscribe({ price: priceText(interval, moneyText(unitAmount, currency)) })}
            loading={subscribing.isPending}
            disabledReason={
              !available
                ? words.notSetUpTitle
                : !hasInformation
                  ? words.informationFirst
                  : !paymentMethodProvided
                    ? words.cardFirst
                    : undefined
            }
            onClick={() => subscribing.mutate()}
          />
          {available && hasInformation && !paymentMethodProvided && (
            <Button variant="secondary" label={words.addPaymentMethod} href="/account/billing/payment" />
          )}
        </div>
      </div>
    </Panel>
  );
}

function Steps({ hasInformation, hasCard }: { hasInformation: boolean; hasCard: boolean }) {
  const steps = [
    { text: words.stepInformation, isDone: hasInformation },
    { text: words.stepCard, isDone: hasCard },
    { text: words.stepSubscribe, isDone: false },
  ];
  return (
    <div>
      <p className={classes.stepsTitle}>{words.stepsTitle}</p>
      <ol className={classes.steps}>
        {steps.map(({ text, isDone }) => (
          <li key={text}>
            {text}{" "}
            {isDone && (
              <Badge tone="done" icon={IconCircleCheck}>
                {words.stepDone}
              </Badge>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

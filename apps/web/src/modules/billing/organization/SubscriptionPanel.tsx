import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { OrganizationPlan, PlanInterval } from "@touchline/contract/billing/organization-billing";
import { Badge, Button, Facts, Notice, Panel, useNotify } from "@touchline/ui";
import { moneyText } from "../../../billing/money.ts";
import { dayOfInstant } from "../../../dates.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import classes from "./Billing.module.css";
import { CancelDialog } from "./CancelDialog.tsx";
import { ChangePlanDialog } from "./ChangePlanDialog.tsx";
import { planQuery, resume } from "./queries.ts";
import { priceText, subscriptionLooks, words } from "./words.ts";

type Subscription = NonNullable<OrganizationPlan["subscription"]>;
type PlanDialog = "change" | "cancel";
const readDialog = (search: RawSearch): PlanDialog | null => {
  const named = textIn(search.dialog);
  return named === "change" || named === "cancel" ? named : null;
};

const otherInterval: Record<PlanInterval, PlanInterval> = { month: "year", year: "month" };

/** Shows the subscription's status, and the changes that are possible. */
export function SubscriptionPanel({ plan, subscription }: { plan: OrganizationPlan; subscription: Subscription }) {
  const { organizationId, organization } = useActiveProfile();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const [dialog, change] = useUrlState(readDialog);
  const { state, interval, unitAmount, currency, currentPeriodEnd, cancelAtPeriodEnd } = subscription;
  const { queryKey } = planQuery(organizationId);
  const end = dayOfInstant(currentPeriodEnd, organization.timeZone);
  const amount = moneyText(unitAmount, currency);
  const look = subscriptionLooks[state];
  const resuming = useMutation({
    mutationFn: () => resume(organizationId),
    onSuccess: (resumed) => {
      queryClient.setQueryData(queryKey, resumed);
      notify("done", words.resumed);
    },
  });
  const close = () => change({ dialog: undefined });
  const isRunning = state === "active" || state === "pastDue";
  return (
    <>
      <Standing subscription={subscription} zone={organization.timeZone} />
      <Panel
        title={words.productPlan({ product: plan.productName })}
        badge={
          <Badge tone={look.tone} icon={look.icon}>
            {look.label}
          </Badge>
        }
      >
        <div className={classes.body}>
          {cancelAtPeriodEnd && (
            <Notice tone="needs" title={words.endingTitle({ day: end })}>
              {words.endingHelp}
            </Notice>
          )}
          <Facts
            facts={[
              { label: words.price, value: priceText(interval, amount) },
              {
                label: words.nextCharge,
                value: isRunning && !cancelAtPeriodEnd ? words.nextChargeOn({ amount, day: end }) : null,
              },
              { label: words.endsOn, value: cancelAtPeriodEnd ? end : null },
            ]}
          />
          {resuming.error && (
            <Notice tone="stop" title={words.notResumed}>
              {messageOf(resuming.error)}
            </Notice>
          )}
          {isRunning && (
            <div className={classes.acts}>
              {cancelAtPeriodEnd ? (
                <Button label={words.resume} loading={resuming.isPending} onClick={() => resuming.mutate()} />
              ) : (
                <>
                  <Button
                    variant="secondary"
                    label={words.changeTo[otherInterval[interval]]}
                    onClick={() => change({ dialog: "change" }, { back: true })}
                  />
                  <Button
                    variant="quaternary"
                    danger
                    label={words.cancelSubscription}
                    onClick={() => change({ dialog: "cancel" }, { back: true })}
                  />
                </>
              )}
            </div>
          )}
        </div>
      </Panel>
      {dialog === "change" && isRunning && !cancelAtPeriodEnd && (
        <ChangePlanDialog interval={otherInterval[interval]} onClose={close} />
      )}
      {dialog === "cancel" && isRunning && !cancelAtPeriodEnd && <CancelDialog end={end} onClose={close} />}
    </>
  );
}

/** Says what is wrong with the subscription, if anything, and what to do. */
function Standing({ subscription, zone }: { subscription: Subscription; zone: string }) {
  const { state, pastDue, nextAction } = subscription;
  const update = <Button small label={words.updatePaymentMethod} href="/account/billing/payment" />;
  if (nextAction) {
    return (
      <Notice
        tone="needs"
        title={words.confirmTitle}
        action={<Button small label={words.confirmAtBank} href={nextAction.url} />}
      >
        {words.confirmHelp}
      </Notice>
    );
  }
  if (state === "incomplete") {
    return (
      <Notice tone="waits" title={words.incompleteTitle} action={update}>
        {words.incompleteHelp}
      </Notice>
    );
  }
  if (state === "unpaid") {
    return (
      <Notice tone="stop" title={words.unpaidTitle} action={update}>
        {words.unpaidHelp}
      </Notice>
    );
  }
  if (!pastDue) return null;
  const grace = dayOfInstant(pastDue.graceUntil, zone);
  return (
    <Notice tone="needs" title={words.pastDueTitle} action={update}>
      {pastDue.nextTryAt === null
        ? words.pastDueHelp({ grace })
        : words.pastDueNext({ day: dayOfInstant(pastDue.nextTryAt, zone), grace })}
    </Notice>
  );
}

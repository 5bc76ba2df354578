import { useQuery } from "@tanstack/react-query";
import { LoadingState } from "@touchline/ui";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { SavedParts } from "../../../parts/SavedParts.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { BillingFrame } from "./BillingFrame.tsx";
import { ExemptionPanel } from "./ExemptionPanel.tsx";
import { InformationPart } from "./InformationPart.tsx";
import { informationQuery, planQuery } from "./queries.ts";
import { SubscribePanel } from "./SubscribePanel.tsx";
import { SubscriptionPanel } from "./SubscriptionPanel.tsx";
import { words } from "./words.ts";

/** An organization's plan and billing information. */
export function BillingPage() {
  const { organizationName } = useActiveProfile();
  return (
    <BillingFrame title={words.billing} about={words.billingAbout({ organization: organizationName })}>
      <Parts />
    </BillingFrame>
  );
}

function Parts() {
  const { organizationId } = useActiveProfile();
  const plan = useQuery(planQuery(organizationId));
  const information = useQuery(informationQuery(organizationId));
  if (plan.error && !plan.data)
    return <LoadFailed title={words.planNotLoaded} error={plan.error} onRetry={() => void plan.refetch()} />;
  if (information.error && information.data === undefined) {
    const retry = () => void information.refetch();
    return <LoadFailed title={words.informationNotLoaded} error={information.error} onRetry={retry} />;
  }
  if (!plan.data || information.data === undefined) return <LoadingState label={words.loadingPlan} lines={6} />;
  const { subscription, available } = plan.data;
  const isSubscribed = subscription !== null && subscription.state !== "canceled";
  return (
    <SavedParts>
      {isSubscribed ? (
        <SubscriptionPanel plan={plan.data} subscription={subscription} />
      ) : (
        <SubscribePanel plan={plan.data} hasInformation={information.data !== null} />
      )}
      {(available || information.data !== null) && (
        <>
          <InformationPart information={information.data} />
          <ExemptionPanel information={information.data} />
        </>
      )}
    </SavedParts>
  );
}

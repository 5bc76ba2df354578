import { Tabs } from "@touchline/ui";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import { BillingFrame } from "../organization/BillingFrame.tsx";
import { words as billingWords } from "../organization/words.ts";
import { AdjustmentsPanel } from "./AdjustmentsPanel.tsx";
import { OutstandingTab } from "./OutstandingTab.tsx";
import { PaymentsTab } from "./PaymentsTab.tsx";
import { ReconciliationTab } from "./ReconciliationTab.tsx";
import { ShownPayment } from "./ShownPayment.tsx";
import { words } from "./words.ts";

const tabs = [
  { key: "payments", label: words.payments },
  { key: "outstanding", label: words.outstanding },
  { key: "reconciliation", label: words.reconciliation },
] as const;
type FeesTab = (typeof tabs)[number]["key"];

const readFees = (search: RawSearch) => ({
  tab: tabs.find(({ key }) => key === textIn(search.tab))?.key ?? ("payments" satisfies FeesTab),
  paymentId: textIn(search.payment) || null,
  adjustmentsOf: textIn(search.person) || null,
});

const here = "/account/billing/members";
const path = [{ label: words.memberPayments, href: here }];

/** Members' payments for their requirements, for people in charge of billing. */
export function MemberPaymentsPage() {
  const [{ tab, paymentId, adjustmentsOf }, change] = useUrlState(readFees);
  const zone = useActiveProfile().organization.timeZone;
  if (paymentId !== null) {
    return (
      <BillingFrame title={words.payment} path={path}>
        <ShownPayment key={paymentId} paymentId={paymentId} zone={zone} />
      </BillingFrame>
    );
  }
  if (adjustmentsOf !== null) {
    return (
      <BillingFrame title={words.adjustments} path={path}>
        <AdjustmentsPanel plaId={adjustmentsOf} zone={zone} />
      </BillingFrame>
    );
  }
  return (
    <BillingFrame title={billingWords.memberPayments} about={words.about} wide>
      <Tabs
        label={words.tabs}
        tabs={tabs}
        current={tab}
        onChange={(next) => change({ tab: next === "payments" ? undefined : next }, { back: true })}
      >
        {tab === "payments" && <PaymentsTab zone={zone} />}
        {tab === "outstanding" && <OutstandingTab />}
        {tab === "reconciliation" && <ReconciliationTab zone={zone} />}
      </Tabs>
    </BillingFrame>
  );
}

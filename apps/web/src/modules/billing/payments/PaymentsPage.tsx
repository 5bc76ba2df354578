import { useQuery } from "@tanstack/react-query";
import { LoadingState, Notice, PageHeader, Panel } from "@touchline/ui";
import { lazy, Suspense } from "react";
import { CardEntry } from "../../../billing/CardEntry.tsx";
import { owedFeesQuery } from "../../../billing/queries.ts";
import { words as billingWords } from "../../../billing/words.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { GoTo } from "../../../GoTo.tsx";
import { type ActiveProfile, useActiveProfile } from "../../../session/useActiveProfile.ts";
import { useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import { ConfirmPanel } from "./ConfirmPanel.tsx";
import { OwedPanel } from "./OwedPanel.tsx";
import classes from "./Payments.module.css";
import { keptChoice, nothingChosen, providerParameters, readPlace } from "./place.ts";
import { cardFormQuery } from "./queries.ts";
import { afterCard } from "./useCardForm.ts";
import { words } from "./words.ts";

/** Loaded when shown, so that the list of fees doesn't wait for them. */
const HistoryPanel = lazy(() => import("./HistoryPanel.tsx").then((file) => ({ default: file.HistoryPanel })));
const PaymentView = lazy(() => import("./PaymentView.tsx").then((file) => ({ default: file.PaymentView })));

/** The membership that fees are requested for: the person's own before a child's. */
function ownMembership({ profileId, profilesWithPlas }: ActiveProfile): string | null {
  const [own] = [...profilesWithPlas]
    .sort((a, b) => Number(b.profileId === profileId) - Number(a.profileId === profileId))
    .flatMap(({ profileLevelAccesses }) => profileLevelAccesses);
  return own?.profileLevelAccessId ?? null;
}

/** Lists unpaid fees, pays them, and lists payments. */
export function PaymentsPage() {
  useTitle(words.payments);
  const active = useActiveProfile();
  const [place, change] = useUrlState(readPlace);
  const zone = active.organization.timeZone;
  const path = [{ label: words.payments, href: "/payments" }];
  if (place.paymentId !== null) {
    return (
      <div className={classes.page}>
        <PageHeader title={words.payment} path={path} />
        <Suspense fallback={<LoadingState label={words.loadingPayment} lines={4} />}>
          <PaymentView
            key={place.paymentId}
            paymentId={place.paymentId}
            readerId={active.profileId}
            zone={zone}
            isFromBank={place.isFromBank}
            onFollowed={() => change(providerParameters)}
          />
        </Suspense>
      </div>
    );
  }
  return (
    <div className={classes.page}>
      <PageHeader title={words.payments}>
        {active.profilesWithPlas.some((one) => one.guarded) ? words.about : words.aboutAlone}
      </PageHeader>
      <Checkout active={active} />
      {place.paymentMethodId === null && !place.entersCard && (
        <Suspense fallback={<LoadingState label={words.loadingHistory} lines={3} />}>
          <HistoryPanel zone={zone} />
        </Suspense>
      )}
    </div>
  );
}

/** Shows the unpaid fees or, once a card is entered, the charge to confirm. */
function Checkout({ active }: { active: ActiveProfile }) {
  const [place, change] = useUrlState(readPlace);
  const membership = ownMembership(active);
  const { data, error, refetch } = useQuery({ ...owedFeesQuery(membership ?? "", true), enabled: membership !== null });
  if (membership === null) return null;
  if (error && !data) return <LoadFailed title={words.owedNotLoaded} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={words.loadingOwed} lines={4} />;
  const notice = data.simulated && <Notice tone="none">{billingWords.simulated}</Notice>;
  const backToList = () => change(providerParameters, { back: true });
  if (place.paymentMethodId !== null) {
    return (
      <>
        {notice}
        <ConfirmPanel
          fees={data.data}
          keys={place.chosen ?? keptChoice()}
          paymentMethodId={place.paymentMethodId}
          onBack={backToList}
        />
      </>
    );
  }
  if (place.entersCard) {
    const onEntered = (id: string) => change({ ...providerParameters, payment_method: id });
    return <CardPanel onEntered={onEntered} onCancel={backToList} />;
  }
  return (
    <>
      {notice}
      {!data.available && data.data.length > 0 && (
        <Notice tone="needs" title={words.notSetUpTitle}>
          {words.notSetUp}
        </Notice>
      )}
      <OwedPanel
        fees={data.data}
        isAvailable={data.available}
        keys={place.chosen}
        readerId={active.profileId}
        onChoose={(keys) => change({ item: keys.length === 0 ? nothingChosen : keys })}
      />
    </>
  );
}

/** The provider's fields in the page. */
function CardPanel({ onEntered, onCancel }: { onEntered: (id: string) => void; onCancel: () => void }) {
  const { data, error, refetch } = useQuery(cardFormQuery(afterCard));
  if (error) return <LoadFailed title={words.formNotOpened} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={billingWords.loadingCardForm} lines={2} />;
  // The provider's own page is opened by a button alone: going back from it must not lead there again.
  if (data.kind === "hosted") return <GoTo href="/payments" />;
  return (
    <Panel title={words.cardTitle}>
      <CardEntry form={data} clientSecret={null} onEntered={onEntered} onCancel={onCancel} />
    </Panel>
  );
}

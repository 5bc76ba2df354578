import { useQuery } from "@tanstack/react-query";
import type { OrganizationPaymentMethod } from "@touchline/contract/billing/organization-billing";
import { cardText } from "@touchline/rules/billing/cards";
import {
  Badge,
  Button,
  EmptyState,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconCreditCard,
  LoadingState,
  Notice,
  Panel,
} from "@touchline/ui";
import { lazy, Suspense, useState } from "react";
import { CardEntry } from "../../../billing/CardEntry.tsx";
import { expiryText } from "../../../billing/words.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import classes from "./Billing.module.css";
import { BillingFrame } from "./BillingFrame.tsx";
import { cardsQuery, planQuery } from "./queries.ts";
import { type NewCard, useDefaultCard, useNewCard } from "./useCards.ts";
import { words } from "./words.ts";

const RemoveCardDialog = lazy(() =>
  import("./RemoveCardDialog.tsx").then((file) => ({ default: file.RemoveCardDialog })),
);

/** The cards that an organization's invoices are charged to. */
export function PaymentMethodPage() {
  return (
    <BillingFrame title={words.paymentMethod} about={words.cardsAbout}>
      <Cards />
    </BillingFrame>
  );
}

function Cards() {
  const { organizationId } = useActiveProfile();
  const { data: plan } = useQuery(planQuery(organizationId));
  const { data: cards, error, refetch } = useQuery(cardsQuery(organizationId));
  const card = useNewCard();
  const [removed, setRemoved] = useState<OrganizationPaymentMethod | null>(null);
  if (error && !cards) return <LoadFailed title={words.cardsNotLoaded} error={error} onRetry={() => void refetch()} />;
  if (!cards || !plan) return <LoadingState label={words.loadingCards} lines={3} />;
  if (card.isAdding) return <LoadingState label={words.addingCard} lines={3} />;
  const addButton = plan.available ? (
    <Button label={words.addCard} loading={card.isOpening && card.replaces === null} onClick={() => card.open(null)} />
  ) : undefined;
  return (
    <>
      <Trouble card={card} />
      <AddedNotice card={card} cards={cards} />
      {card.form && (
        <Panel title={words.cardTitle}>
          <CardEntry {...card.form} onEntered={card.onEntered} onCancel={card.onCancel} />
        </Panel>
      )}
      <Panel title={words.cards} actions={cards.length > 0 && !card.form && addButton}>
        {cards.length === 0 ? (
          <EmptyState icon={IconCreditCard} title={words.noCards} action={card.form ? undefined : addButton}>
            {words.noCardsHelp}
          </EmptyState>
        ) : (
          <ul className={classes.lines}>
            {cards.map((one) => (
              <CardLine key={one.paymentMethodId} card={one} adding={card} onRemove={() => setRemoved(one)} />
            ))}
          </ul>
        )}
      </Panel>
      {cards.length > 0 && (plan.subscription === null || plan.subscription.state === "canceled") && (
        <div>
          <Button variant="secondary" label={words.goToPlan} href="/account/billing" />
        </div>
      )}
      {removed && (
        <Suspense>
          <RemoveCardDialog card={removed} onClose={() => setRemoved(null)} />
        </Suspense>
      )}
    </>
  );
}

function Trouble({ card }: { card: NewCard }) {
  if (card.isRefusedByBank) {
    return (
      <Notice tone="stop" title={words.cardNotAdded}>
        {words.bankRefused}
      </Notice>
    );
  }
  if (card.addingError) {
    return (
      <Notice tone="stop" title={words.cardNotAdded}>
        {messageOf(card.addingError)}
      </Notice>
    );
  }
  if (!card.openingError) return null;
  return (
    <Notice tone="stop" title={words.formNotOpened}>
      {messageOf(card.openingError)}
    </Notice>
  );
}

/** Asks whether invoices are charged to a card that was added beside the default. */
function AddedNotice({ card: { added }, cards }: { card: NewCard; cards: OrganizationPaymentMethod[] }) {
  const charged = cards.find(({ isDefault }) => isDefault);
  const name = added ? cardText(added) : "";
  const defaulting = useDefaultCard(name);
  const isThere = cards.some(({ paymentMethodId }) => paymentMethodId === added?.paymentMethodId);
  if (!added || !isThere || !charged || charged.paymentMethodId === added.paymentMethodId) return null;
  return (
    <Notice
      tone="done"
      title={words.newCardTitle}
      action={
        <Button
          small
          variant="secondary"
          label={words.chargeNewCard({ card: name })}
          loading={defaulting.isPending}
          onClick={() => defaulting.mutate(added.paymentMethodId)}
        />
      }
    >
      {words.newCardHelp({ card: cardText(charged) })}
      {defaulting.error && <p>{messageOf(defaulting.error)}</p>}
    </Notice>
  );
}

interface CardLineProps {
  card: OrganizationPaymentMethod;
  adding: NewCard;
  onRemove: () => void;
}

function CardLine({ card, adding, onRemove }: CardLineProps) {
  const { paymentMethodId, isDefault, expiresSoon, expired } = card;
  const name = cardText(card);
  const date = expiryText(card);
  const defaulting = useDefaultCard(name);
  return (
    <li className={classes.card}>
      <IconCreditCard aria-hidden="true" />
      <div className={classes.cardWords}>
        <p className={classes.cardName}>
          {name}{" "}
          {isDefault && (
            <Badge tone="done" icon={IconCircleCheck}>
              {words.default}
            </Badge>
          )}{" "}
          {expired && (
            <Badge tone="stop" icon={IconCircleX}>
              {words.expired}
            </Badge>
          )}
          {expiresSoon && !expired && (
            <Badge tone="needs" icon={IconAlertTriangle}>
              {words.expiresSoon}
            </Badge>
          )}
        </p>
        <p className={classes.quiet}>{(expired ? words.expiredOn : words.expires)({ date })}</p>
        {defaulting.error && (
          <Notice tone="stop" title={words.notSaved}>
            {messageOf(defaulting.error)}
          </Notice>
        )}
      </div>
      <div className={classes.acts}>
        {!isDefault && !expired && (
          <Button
            small
            variant="secondary"
            label={words.makeDefault}
            aria-label={words.makeDefaultNamed({ card: name })}
            loading={defaulting.isPending}
            onClick={() => defaulting.mutate(paymentMethodId)}
          />
        )}
        <Button
          small
          variant="secondary"
          label={words.replace}
          aria-label={words.replaceNamed({ card: name })}
          loading={adding.isOpening && adding.replaces === paymentMethodId}
          onClick={() => adding.open(paymentMethodId)}
        />
        <Button
          small
          danger
          variant="quaternary"
          label={words.remove}
          aria-label={words.removeNamed({ card: name })}
          onClick={onRemove}
        />
      </div>
    </li>
  );
}

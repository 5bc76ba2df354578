import { type DueItem, mostItems } from "@touchline/contract/billing/individual-payments";
import { tooLowText } from "@touchline/rules";
import { Button, Checkbox, EmptyState, IconCircleCheck, Notice, Panel, TextLink } from "@touchline/ui";
import { feeKey, paymentHref } from "../../../billing/addresses.ts";
import { currencyNames, moneyText } from "../../../billing/money.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { type ChosenFees, chosenOf, feesByPerson, isPayable } from "./owed.ts";
import classes from "./Payments.module.css";
import { useCardForm } from "./useCardForm.ts";
import { words } from "./words.ts";

interface OwedPanelProps {
  fees: readonly DueItem[];
  /** Payments are set up. */
  isAvailable: boolean;
  /** Keys of what is chosen; null: all that can be paid. */
  keys: readonly string[] | null;
  readerId: string;
  onChoose: (keys: readonly string[]) => void;
}

/** Lists unpaid fees by person, with checkboxes, the total, and the next button. */
export function OwedPanel({ fees, isAvailable, keys, readerId, onChoose }: OwedPanelProps) {
  const opening = useCardForm();
  const chosen = chosenOf(fees, keys);
  const chosenKeys = chosen.fees.map(feeKey);
  const payable = fees.filter(isPayable);
  if (fees.length === 0) {
    return (
      <Panel title={words.toPay}>
        <EmptyState icon={IconCircleCheck} title={words.nothingOwed}>
          {words.nothingOwedHelp}
        </EmptyState>
      </Panel>
    );
  }
  return (
    <Panel title={words.toPay}>
      <div className={classes.people}>
        {feesByPerson(fees, readerId).map((person) => (
          <fieldset key={person.profileId} className={classes.person}>
            <legend className={classes.personName}>{person.profileId === readerId ? words.yours : person.name}</legend>
            {person.fees.map((fee) => (
              <FeeLine
                key={feeKey(fee)}
                fee={fee}
                chosen={chosen}
                checked={chosenKeys.includes(feeKey(fee))}
                onChange={(isChosen) =>
                  onChoose(isChosen ? [...chosenKeys, feeKey(fee)] : chosenKeys.filter((one) => one !== feeKey(fee)))
                }
              />
            ))}
          </fieldset>
        ))}
      </div>
      {opening.error && (
        <Notice tone="stop" title={words.formNotOpened}>
          {messageOf(opening.error)}
        </Notice>
      )}
      {isAvailable && payable.length > 0 && (
        <div className={classes.checkout}>
          <p className={classes.total}>
            <span className={classes.totalWords}>
              {words.total} <span className={classes.quiet}>{words.chosenCount({ count: chosen.fees.length })}</span>
            </span>
            <output className={classes.totalAmount}>{moneyText(chosen.total, chosen.currency)}</output>
          </p>
          <p className={classes.quiet}>{words.enterCardHelp}</p>
          <Button
            fullWidth
            label={words.enterCard}
            loading={opening.isPending}
            disabledReason={chosen.fees.length === 0 ? words.chooseFirst : tooLowText(chosen.total, chosen.currency)}
            onClick={() => opening.mutate(chosenKeys)}
          />
        </div>
      )}
    </Panel>
  );
}

interface FeeLineProps {
  fee: DueItem;
  chosen: ChosenFees;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function FeeLine({ fee, chosen, checked, onChange }: FeeLineProps) {
  const { amount, currency, fullPrice, refusal, paymentId, requirementId, profileLevelAccessId, name } = fee;
  const isOther = isPayable(fee) && chosen.fees.length > 0 && currency !== chosen.currency;
  const isFull = !checked && chosen.fees.length >= mostItems;
  const note =
    paymentId !== null
      ? words.inProgress
      : refusal
        ? refusal.text
        : isOther
          ? words.otherCurrency({ currency: currencyNames[currency] })
          : isFull
            ? words.tooMany({ most: mostItems })
            : amount < fullPrice
              ? words.wasPrice({ price: moneyText(fullPrice, currency) })
              : undefined;
  return (
    <div className={classes.fee}>
      <div className={classes.feeWords}>
        <Checkbox
          label={name}
          description={note}
          checked={checked}
          disabled={!isPayable(fee) || isOther || isFull}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {refusal && paymentId === null && (
          <TextLink
            className={classes.feeLink}
            href={`/requirements/${requirementId}?pla=${profileLevelAccessId}`}
            aria-label={words.openRequirementNamed({ name })}
          >
            {words.openRequirement}
          </TextLink>
        )}
        {paymentId !== null && (
          <TextLink className={classes.feeLink} href={paymentHref(paymentId)}>
            {words.seePayment}
          </TextLink>
        )}
      </div>
      <span className={classes.feeAmount}>{moneyText(amount, currency)}</span>
    </div>
  );
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type PaymentMethod, paymentMethods } from "@touchline/contract/billing/individual-payments";
import { Choices, DateInput, TextInput, useNotify } from "@touchline/ui";
import { useState } from "react";
import { feeKey } from "../../../billing/addresses.ts";
import { moneyText } from "../../../billing/money.ts";
import { dayIn } from "../../../dates.ts";
import type { FieldErrors } from "../../../form-errors.ts";
import { FormDialog } from "../../../parts/FormDialog.tsx";
import { serverNow } from "../../../session/clock.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { methodTexts } from "../payments/words.ts";
import classes from "./Fees.module.css";
import { type OutstandingFee, recordOffline } from "./queries.ts";
import { words } from "./words.ts";

type OfflineMethod = Exclude<PaymentMethod, "card">;
const isOffline = (method: PaymentMethod): method is OfflineMethod => method !== "card";

interface OfflineDialogProps {
  fees: readonly OutstandingFee[];
  onRecorded: () => void;
  onClose: () => void;
}

/** Records an offline payment: its method, its date, and what it pays for. */
export function OfflineDialog({ fees, onRecorded, onClose }: OfflineDialogProps) {
  const { organization } = useActiveProfile();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const [today] = useState(() => dayIn(new Date(serverNow()).toISOString(), organization.timeZone));
  const [draft, setDraft] = useState({ method: "cash" as OfflineMethod, reference: "", receivedOn: today });
  const currency = fees[0]?.currency ?? "USD";
  const total = fees.reduce((sum, fee) => sum + fee.amount, 0);
  const amount = moneyText(total, currency);
  const isMixed = fees.some((fee) => fee.currency !== currency);
  const recording = useMutation({
    mutationFn: () => {
      const { method, reference, receivedOn } = draft;
      const items = fees.map(({ requirementId, profileLevelAccessId, amount: paid }) => ({
        requirementId,
        profileLevelAccessId,
        amount: paid,
      }));
      return recordOffline({ method, reference: reference.trim() || null, receivedOn, currency, items });
    },
    onSuccess: async () => {
      notify("done", words.recorded({ amount }));
      onRecorded();
      await queryClient.invalidateQueries({ queryKey: ["memberFees"] });
      onClose();
    },
    onError: () => queryClient.invalidateQueries({ queryKey: ["memberFees", "outstanding"] }),
  });
  const problems = (): FieldErrors | null => {
    const found: Record<string, string> = {};
    if (draft.receivedOn === "") found.receivedOn = words.dayMissing;
    if (draft.receivedOn > today) found.receivedOn = words.dayInFuture;
    if (draft.method === "check" && draft.reference.trim() === "") found.reference = words.checkNumberMissing;
    return Object.keys(found).length > 0 ? found : null;
  };
  return (
    <FormDialog
      title={words.recordTitle}
      label={isMixed ? words.recordPayment : words.record({ amount })}
      refused={words.notRecorded}
      disabledReason={isMixed ? words.mixedCurrencies : undefined}
      draft={draft}
      problems={problems}
      sending={recording}
      onSend={() => recording.mutate()}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>{words.recordHelp}</p>
          <ul className={classes.lines} aria-label={words.recordFor}>
            {fees.map((fee) => (
              <li key={feeKey(fee)} className={classes.line}>
                <span>{words.feeOf({ name: fee.name, person: fee.personName })}</span>
                <span className={classes.money}>{moneyText(fee.amount, fee.currency)}</span>
              </li>
            ))}
          </ul>
          {isMixed && <p className={classes.error}>{words.mixedCurrencies}</p>}
          <Choices
            label={words.howPaid}
            compact
            first
            choices={paymentMethods.filter(isOffline).map((value) => ({ value, label: methodTexts[value] }))}
            value={draft.method}
            onChange={(method) => setDraft({ ...draft, method })}
          />
          <TextInput
            label={draft.method === "check" ? words.checkNumber : words.note}
            maxLength={200}
            value={draft.reference}
            onChange={(event) => setDraft({ ...draft, reference: event.currentTarget.value })}
            error={errors.reference}
          />
          <DateInput
            label={words.receivedOn}
            max={today}
            value={draft.receivedOn}
            onChange={(event) => setDraft({ ...draft, receivedOn: event.currentTarget.value })}
            error={errors.receivedOn}
          />
        </>
      )}
    </FormDialog>
  );
}

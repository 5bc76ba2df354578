import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { AdjustmentKind } from "@touchline/contract/billing/member-fees";
import { Textarea, TextInput, useNotify } from "@touchline/ui";
import { useState } from "react";
import { amountOf, currencyNames, moneyText } from "../../../billing/money.ts";
import type { FieldErrors } from "../../../form-errors.ts";
import { FormDialog } from "../../../parts/FormDialog.tsx";
import { adjust, type OutstandingFee } from "./queries.ts";
import { words } from "./words.ts";

interface AdjustDialogProps {
  kind: AdjustmentKind;
  fee: OutstandingFee;
  onClose: () => void;
}

/** Waives or discounts a fee, with the reason. */
export function AdjustDialog({ kind, fee, onClose }: AdjustDialogProps) {
  const { profileLevelAccessId, requirementId, name, personName: person, currency } = fee;
  const queryClient = useQueryClient();
  const notify = useNotify();
  const [draft, setDraft] = useState({ amount: "", reason: "" });
  const isWaiver = kind === "waiver";
  const amount = amountOf(draft.amount, currency);
  const owed = moneyText(fee.amount, currency);
  const adjusting = useMutation({
    mutationFn: () => {
      const { reason } = draft;
      const of = { profileLevelAccessId, requirementId, reason };
      return adjust(isWaiver ? { kind, ...of } : { kind: "discount", ...of, amount: amount ?? 0, currency });
    },
    onSuccess: async () => {
      const left = moneyText(fee.amount - (amount ?? 0), currency);
      notify("done", isWaiver ? words.waived({ person }) : words.discounted({ person, amount: left }));
      await queryClient.invalidateQueries({ queryKey: ["memberFees"] });
      onClose();
    },
  });
  const problems = (): FieldErrors | null => {
    const found: Record<string, string> = {};
    if (!isWaiver && (amount === null || amount === 0)) found.amount = words.amountInvalid;
    if (!isWaiver && amount !== null && amount >= fee.amount) found.amount = words.discountTooHigh({ amount: owed });
    if (draft.reason.trim() === "") found.reason = words.reasonMissing;
    return Object.keys(found).length > 0 ? found : null;
  };
  return (
    <FormDialog
      title={(isWaiver ? words.waiveTitle : words.discountTitle)({ name })}
      label={isWaiver ? words.waive : words.discount}
      refused={words.notChanged}
      draft={draft}
      problems={problems}
      sending={adjusting}
      onSend={() => adjusting.mutate()}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>{(isWaiver ? words.waiveHelp : words.discountHelp)({ person, amount: owed })}</p>
          {!isWaiver && (
            <TextInput
              label={words.discountAmount({ currency: currencyNames[currency] })}
              inputMode="decimal"
              maxLength={20}
              data-autofocus
              value={draft.amount}
              onChange={(event) => setDraft({ ...draft, amount: event.currentTarget.value })}
              error={errors.amount}
            />
          )}
          <Textarea
            label={words.reason}
            description={words.adjustReasonHint}
            rows={3}
            maxLength={500}
            data-autofocus={isWaiver || undefined}
            value={draft.reason}
            onChange={(event) => setDraft({ ...draft, reason: event.currentTarget.value })}
            error={errors.reason}
          />
        </>
      )}
    </FormDialog>
  );
}

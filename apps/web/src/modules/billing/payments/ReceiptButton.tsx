import { useMutation } from "@tanstack/react-query";
import type { Payment } from "@touchline/contract/billing/individual-payments";
import { Button, IconDownload, useNotify } from "@touchline/ui";
import { moneyText } from "../../../billing/money.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { saveFile } from "../../../files/save-file.ts";
import { fetchReceipt } from "./queries.ts";
import { words } from "./words.ts";

interface ReceiptButtonProps {
  payment: Pick<Payment, "paymentId" | "amount" | "currency">;
  day: string;
  /** Whether only an icon is shown, for a list whose header labels it. */
  short?: boolean;
}

/** Hands the receipt of a payment to the browser's downloads. */
export function ReceiptButton({ payment, day, short = false }: ReceiptButtonProps) {
  const notify = useNotify();
  const fetching = useMutation({
    mutationFn: () => fetchReceipt(payment.paymentId),
    onSuccess: saveFile,
    onError: (error) => notify("stop", messageOf(error)),
  });
  return (
    <Button
      small
      variant="secondary"
      label={short ? words.download : words.downloadReceipt}
      aria-label={words.downloadReceiptOf({ day, amount: moneyText(payment.amount, payment.currency) })}
      leftIcon={<IconDownload aria-hidden />}
      loading={fetching.isPending}
      onClick={() => fetching.mutate()}
    />
  );
}

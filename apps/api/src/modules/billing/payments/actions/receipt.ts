import { cardText, moneyText } from "@touchline/rules";
import { type Call, organizationFacts } from "../../../../call.ts";
import { renderDocument } from "../../../../documents/pdf.ts";
import { conflict } from "../../../../errors.ts";
import { paymentDetails } from "../queries/payment-details.ts";

const methodTexts = { card: "Card", cash: "Cash", check: "Check", other: "Other" } as const;

/** Returns the content of a receipt. @throws NotFound, Forbidden, Conflict */
export async function receiptOf(call: Call, paymentId: string) {
  const details = await paymentDetails(call, paymentId);
  if (!details.hasReceipt || details.succeededAt === null) {
    throw conflict("There's no receipt, as nothing was paid.", details.state);
  }
  const { name, timeZone } = await organizationFacts(call);
  return { details, succeededAt: details.succeededAt, organization: name, timeZone };
}

/** Writes the receipt as a PDF. */
export async function renderReceipt({
  details,
  succeededAt,
  organization,
  timeZone,
}: Awaited<ReturnType<typeof receiptOf>>) {
  const money = (amount: number) => moneyText(amount, details.currency);
  const day = (at: string) => new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone }).format(new Date(at));
  const { pdf } = await renderDocument("record", {
    title: "Receipt",
    author: organization,
    language: "en",
    createdAt: new Date(succeededAt),
    reference: `Receipt ${details.paymentId}`,
    facts: [
      ["Paid by", details.paidBy.name],
      ["Paid on", day(succeededAt)],
      ["Payment method", details.card ? cardText(details.card) : methodTexts[details.method]],
      ["Total", money(details.amount)],
      ...(details.refunded > 0 ? [["Refunded", money(details.refunded)] as const] : []),
    ],
    notes: [],
    sections: [
      {
        title: "Paid for",
        parts: [
          {
            kind: "table",
            widths: [3, 3, 1],
            header: ["Requirement", "Person", "Amount"],
            rows: details.items.map((one) => [one.name, one.personName, money(one.amount)]),
          },
        ],
      },
    ],
  });
  return pdf;
}

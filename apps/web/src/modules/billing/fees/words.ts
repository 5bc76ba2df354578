import type { PaymentState } from "@touchline/contract/billing/individual-payments";
import type { DifferenceKind, ReminderRefusal } from "@touchline/contract/billing/member-fees";
import { plural } from "../../../plural.ts";

/** The states that the list is filtered by, as people know them. */
export const stateFilterTexts: Record<PaymentState, string> = {
  preparing: "Being prepared",
  charging: "Being charged",
  actionRequired: "Waiting for the bank",
  succeeded: "Paid",
  failed: "Failed",
  canceled: "Canceled",
};

export const differenceTexts: Record<DifferenceKind, string> = {
  missingHere: "Only in the card provider's books",
  missingThere: "Only in our ledger",
  amountDiffers: "The amounts differ",
};

/** The reason why a member wasn't reminded. */
export const reminderRefusalTexts: Record<ReminderRefusal, string> = {
  nothingOwed: "Nothing is owed, or it is being paid right now.",
  noAddress: "There's no email address.",
  inactive: "The account hasn't been activated yet. Send the invitation again.",
  already: "A reminder was sent today already, or reminders are turned off.",
};

export const words = {
  memberPayments: "Member payments",
  about: "What members pay for their own requirements, and what they still owe.",
  tabs: "Member payments",
  payments: "Payments",
  outstanding: "Outstanding",
  adjustments: "Discounts and waived fees",
  reconciliation: "Reconciliation",

  // Payments
  paymentsNotLoaded: "The payments couldn't be loaded",
  loadingPayments: "Loading the payments",
  status: "Status",
  method: "Paid with",
  any: "Any",
  person: "For",
  what: "Paid for",
  paidBy: "Paid by",
  date: "Date",
  amount: "Amount",
  noPayments: "No payments yet",
  noPaymentsHelp: "Payments appear here as soon as members pay for a requirement.",
  noPaymentsFound: "No payments found",
  noPaymentsFoundHelp: "Choose another status or payment method.",
  showAll: "Show all payments",
  refundedPart: ({ amount }: { amount: string }) => `${amount} refunded`,
  names: ({ first, more }: { first: string; more: number }) =>
    plural(more, { one: `${first} and # more`, other: `${first} and # more` }),
  payment: "Payment",
  paymentNotLoaded: "The payment couldn't be loaded",
  loadingPayment: "Loading the payment",

  // Refund
  refund: "Refund",
  refundTitle: "Refund this payment",
  refundHelp: ({ name, card }: { name: string; card: string }) =>
    `${name} gets the money back on the ${card} within 5 to 10 business days. They're told the amount by email.`,
  refundByHand: ({ name }: { name: string }) =>
    `This was an offline payment. Give the money back to ${name} yourself. The refund is recorded here.`,
  refundWhat: "What to refund",
  wholePayment: "The whole payment",
  refundItem: ({ name, person, amount }: { name: string; person: string; amount: string }) =>
    `${name}, ${person} (${amount})`,
  refundAmount: ({ currency }: { currency: string }) => `Amount in ${currency}`,
  refundMost: ({ amount }: { amount: string }) => `At most ${amount}.`,
  amountInvalid: "Enter an amount, like 24.50.",
  amountTooHigh: ({ amount }: { amount: string }) => `Enter at most ${amount}.`,
  reason: "Reason",
  refundReasonHint: "Only people who manage billing see it.",
  reasonMissing: "Enter a reason.",
  notRefunded: "Not refunded",
  refunded: ({ amount }: { amount: string }) => `${amount} is being refunded.`,

  // Outstanding
  outstandingNotLoaded: "What members owe couldn't be loaded",
  loadingOutstanding: "Loading what members owe",
  member: "Person",
  requirement: "Requirement",
  noneOutstanding: "Nothing outstanding",
  noneOutstandingHelp: "No member owes a fee.",
  insteadOf: ({ price }: { price: string }) => `Discounted from ${price}`,
  actions: "Actions",
  recordPayment: "Record payment",
  waive: "Waive fee",
  discount: "Give discount",
  actionsFor: ({ name, person }: { name: string; person: string }) => `Actions for ${name}, ${person}`,
  openMember: "Open member",
  seeAdjustments: "View discounts",
  feeOf: ({ name, person }: { name: string; person: string }) => `${name}, ${person}`,
  byLevel: "By level",
  byLevelShown: "By level, for the fees shown",
  fees: ({ count }: { count: number }) => plural(count, { one: "# fee", other: "# fees" }),

  // Remind
  remind: "Remind",
  reminded: ({ count }: { count: number }) =>
    plural(count, { one: "A reminder was sent to # person.", other: "Reminders were sent to # people." }),
  notReminded: "Not reminded",
  notRemindedOf: ({ name, reason }: { name: string; reason: string }) => `${name}: ${reason}`,

  // Waive and discount
  waiveTitle: ({ name }: { name: string }) => `Waive the fee for “${name}”?`,
  waiveHelp: ({ person, amount }: { person: string; amount: string }) =>
    `${person} doesn't have to pay the ${amount}. Your organization pays instead, if the provider charges for it.`,
  discountTitle: ({ name }: { name: string }) => `Give a discount on “${name}”`,
  discountHelp: ({ person, amount }: { person: string; amount: string }) => `${person} owes ${amount} now.`,
  discountAmount: ({ currency }: { currency: string }) => `Discount in ${currency}`,
  discountTooHigh: ({ amount }: { amount: string }) => `Enter less than ${amount}, or waive the fee.`,
  adjustReasonHint: "For example, a scholarship. Only people who manage billing see it.",
  notChanged: "Not changed",
  waived: ({ person }: { person: string }) => `The fee is waived for ${person}.`,
  discounted: ({ person, amount }: { person: string; amount: string }) => `${person} now pays ${amount}.`,

  // Offline payments
  recordTitle: "Record a payment",
  recordHelp: "For money that you received outside of Touchline. The requirements it pays for can be started at once.",
  recordFor: "Paid for",
  howPaid: "How it was paid",
  receivedOn: "Received on",
  checkNumber: "Check number",
  note: "Note (optional)",
  checkNumberMissing: "Enter the check number.",
  dayMissing: "Enter the date on which you received it.",
  dayInFuture: "This date is in the future.",
  mixedCurrencies: "These fees are in different currencies. Record one currency at a time.",
  notRecorded: "Not recorded",
  recorded: ({ amount }: { amount: string }) => `A payment of ${amount} was recorded.`,
  record: ({ amount }: { amount: string }) => `Record ${amount}`,
  total: "Total",

  // Discounts and waived fees of one person
  adjustmentsNotLoaded: "The discounts and waived fees couldn't be loaded",
  loadingAdjustments: "Loading the discounts and waived fees",
  noAdjustments: "No discounts or waived fees",
  noAdjustmentsHelp: "Give them under Outstanding.",
  grantedOn: ({ day }: { day: string }) => `Given on ${day}`,
  grantedBy: ({ day, name }: { day: string; name: string }) => `Given on ${day} by ${name}`,
  revokedOn: ({ day }: { day: string }) => `Withdrawn on ${day}`,
  discountOf: ({ amount }: { amount: string }) => `Discount of ${amount}`,
  feeWaived: "Fee waived",
  reasonIs: ({ reason }: { reason: string }) => `Reason: ${reason}`,
  takeBack: "Withdraw",
  takenBack: "Withdrawn. The full price is owed again.",
  notTakenBack: "Not withdrawn",

  // Reconciliation
  reconciliationAbout: "Every day our ledger is compared with the card provider's books.",
  reconciliationNotLoaded: "The reconciliation couldn't be loaded",
  loadingReconciliation: "Loading the reconciliation",
  notCompared: "Not compared yet",
  notComparedHelp: "The first comparison runs during the night after the first payment.",
  agreeTitle: "No differences",
  agree: ({ when, count }: { when: string; count: number }) =>
    plural(count, { one: `Compared on ${when}: # entry.`, other: `Compared on ${when}: # entries.` }),
  differTitle: ({ count }: { count: number }) => plural(count, { one: "# difference", other: "# differences" }),
  differHelp: ({ when }: { when: string }) =>
    `Compared on ${when}. Most differences disappear with the next comparison. If one stays, contact support.`,
  totals: "Totals",
  currency: "Currency",
  charged: "Charged",
  cardFees: "Card fees",
  refundedTotal: "Refunded",
  disputed: "Disputed",
  paidOut: "Paid out",
  differences: "Differences",
  difference: "Difference",
  reference: "Reference",
  here: "Our ledger",
  there: "Card provider",
  found: "Found",
};

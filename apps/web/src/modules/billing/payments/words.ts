import type {
  PaymentItemState,
  PaymentMethod,
  PaymentState,
  RefundState,
} from "@touchline/contract/billing/individual-payments";
import { IconBan, IconCircleCheck, IconCircleX, IconClock, IconHourglass, IconRefresh, type Tone } from "@touchline/ui";
import { plural } from "../../../plural.ts";

type Look = { label: string; tone: Tone; icon: typeof IconClock };

/** A payment's state by color, icon and word. */
export const stateLooks: Record<PaymentState, Look> = {
  preparing: { label: "In progress", tone: "waits", icon: IconHourglass },
  charging: { label: "In progress", tone: "waits", icon: IconHourglass },
  actionRequired: { label: "Confirm with your bank", tone: "needs", icon: IconClock },
  succeeded: { label: "Paid", tone: "done", icon: IconCircleCheck },
  failed: { label: "Failed", tone: "stop", icon: IconCircleX },
  canceled: { label: "Canceled", tone: "none", icon: IconBan },
};

/** The result of one paid item. */
export const itemLooks: Record<PaymentItemState, Look> = {
  pending: { label: "In progress", tone: "waits", icon: IconHourglass },
  unpaid: { label: "Not paid", tone: "none", icon: IconBan },
  released: { label: "Paid", tone: "done", icon: IconCircleCheck },
  refunding: { label: "Being refunded", tone: "waits", icon: IconRefresh },
  refunded: { label: "Refunded", tone: "none", icon: IconRefresh },
};

export const refundStateTexts: Record<RefundState, string> = {
  requested: "On its way. It reaches the card within 5 to 10 business days.",
  succeeded: "Refunded. It reaches the card within 5 to 10 business days.",
  failed: "The refund didn't go through. Your organization was told.",
};

export const methodTexts: Record<PaymentMethod, string> = {
  card: "Card",
  cash: "Cash",
  check: "Check",
  other: "Other",
};

export const words = {
  payments: "Payments",
  about: "What you owe for yourself and your children, and what you've paid.",
  aboutAlone: "What you owe, and what you've paid.",
  notSetUp: "Payments aren't set up here yet. Contact your organization if you have to pay for something.",
  notSetUpTitle: "You can't pay here yet",
  owedNotLoaded: "Your fees couldn't be loaded",
  loadingOwed: "Loading your fees",

  // Choosing
  toPay: "To pay",
  nothingOwed: "Nothing to pay",
  nothingOwedHelp: "Fees that you owe appear here.",
  yours: "For you",
  wasPrice: ({ price }: { price: string }) => `Discounted from ${price}.`,
  inProgress: "A payment for this is in progress.",
  seePayment: "View payment",
  openRequirement: "Open requirement",
  openRequirementNamed: ({ name }: { name: string }) => `Open requirement: ${name}`,
  otherCurrency: ({ currency }: { currency: string }) => `This is in ${currency}. Pay for it separately.`,
  tooMany: ({ most }: { most: number }) => `You can pay up to ${most} fees at once. Pay the others afterward.`,
  total: "Total",
  chosenCount: ({ count }: { count: number }) => plural(count, { one: "# item", other: "# items" }),
  chooseFirst: "Choose what to pay for.",
  enterCard: "Enter card",
  enterCardHelp: "You enter your card with the card provider. Nothing is charged until you confirm the total here.",
  formNotOpened: "The card form couldn't be opened",
  cardTitle: "Enter your card",

  // Confirming
  confirmTitle: "Confirm your payment",
  confirmHelp: "Your card is ready. Nothing was charged yet.",
  confirmItem: ({ name, person }: { name: string; person: string }) => `${name}, ${person}`,
  payAmount: ({ amount }: { amount: string }) => `Pay ${amount}`,
  otherCard: "Use another card",
  changeItems: "Change what to pay for",
  priceChangedTitle: "A price changed",
  priceChanged: "Nothing was charged. Check the new total, then pay.",
  notPaid: "Nothing was charged",
  noAnswerTitle: "We didn't get an answer",
  noAnswer:
    "Check your connection, then press the button again. You're charged only once, even if the first try went through.",
  nothingLeft: "There's nothing left to pay",
  nothingLeftHelp: "The selected fees were paid in the meantime, or they are no longer owed. Nothing was charged.",
  backToPayments: "Back to payments",

  // One payment
  payment: "Payment",
  paymentNotLoaded: "The payment couldn't be loaded",
  loadingPayment: "Loading the payment",
  checkingTitle: "We're checking with the card provider",
  checkingHelp: "This page shows the result as soon as it's known. Don't pay again. You can close this page.",
  progressTitle: "Your payment is in progress",
  progressHelp: "This usually takes a few seconds. The result appears here.",
  bankTitle: "Confirm the payment with your bank",
  bankHelp: "Your bank asks you to confirm this payment. It brings you back here afterward.",
  confirmAtBank: "Confirm with your bank",
  cancelPayment: "Cancel payment",
  notCanceled: "Not canceled",
  bankOther: "It's waiting for the person who pays to confirm it with their bank.",
  paidTitle: ({ amount }: { amount: string }) => `You paid ${amount}`,
  paidByTitle: ({ name, amount }: { name: string; amount: string }) => `${name} paid ${amount}`,
  paidHelp: "You can now continue with what you paid for.",
  receiptSent: "You can download the receipt here at any time.",
  failedTitle: "The payment didn't go through",
  failedHelp: ({ reason }: { reason: string }) => `${reason} Nothing was charged.`,
  failedUnknown: "Nothing was charged. Try again, or use another card.",
  tryAnotherCard: "Try another card",
  canceledTitle: "The payment was canceled",
  canceledHelp: "Nothing was charged.",
  downloadReceipt: "Download receipt",
  download: "Download",
  downloadReceiptOf: ({ day, amount }: { day: string; amount: string }) => `Download receipt: ${day}, ${amount}`,
  paidFor: "Paid for",
  itemsOf: "What it's for",
  openNamed: ({ name, person }: { name: string; person: string }) => `Open ${name}, ${person}`,
  open: "Open",
  details: "Details",
  amount: "Amount",
  refunded: "Refunded",
  method: "Paid with",
  date: "Date",
  paidBy: "Paid by",
  reference: "Reference",
  recordedBy: "Recorded by",
  refunds: "Refunds",
  refundOf: ({ amount, day }: { amount: string; day: string }) => `${amount} on ${day}`,
  refundNotReleased: "The requirement could no longer be started.",
  refundEnded: "The background check ended without a result.",
  refundRequested: "Refunded by your organization.",
  refundReason: ({ reason }: { reason: string }) => `Reason: ${reason}`,

  // History
  history: "History",
  noHistory: "No payments yet",
  noHistoryHelp: "Your payments and their receipts are listed here.",
  historyNotLoaded: "Your payments couldn't be loaded",
  loadingHistory: "Loading your payments",
  what: "Paid for",
  state: "Status",
  receipt: "Receipt",
  andMore: ({ first, more }: { first: string; more: number }) =>
    plural(more, { one: `${first} and # more`, other: `${first} and # more` }),
  refundedPart: ({ amount }: { amount: string }) => `${amount} refunded`,
};

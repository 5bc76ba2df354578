import type { InvoiceState, PlanInterval, SubscriptionState } from "@touchline/contract/billing/organization-billing";
import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconFile,
  IconHourglass,
  type Tone,
} from "@touchline/ui";

type Look = { label: string; tone: Tone; icon: typeof IconClock };

/** A subscription's state by color, icon and word. */
export const subscriptionLooks: Record<SubscriptionState, Look> = {
  incomplete: { label: "First payment in progress", tone: "waits", icon: IconHourglass },
  active: { label: "Active", tone: "done", icon: IconCircleCheck },
  pastDue: { label: "Past due", tone: "needs", icon: IconAlertTriangle },
  unpaid: { label: "Unpaid", tone: "stop", icon: IconCircleX },
  canceled: { label: "Canceled", tone: "none", icon: IconBan },
};

export const invoiceLooks: Record<InvoiceState, Look> = {
  draft: { label: "Draft", tone: "none", icon: IconFile },
  open: { label: "Open", tone: "needs", icon: IconClock },
  paid: { label: "Paid", tone: "done", icon: IconCircleCheck },
  void: { label: "Void", tone: "none", icon: IconBan },
  uncollectible: { label: "Uncollectible", tone: "stop", icon: IconCircleX },
};

/** An invoice below zero: nothing was paid, and later invoices cost less. */
export const creditLook: Look = { label: "Credit", tone: "done", icon: IconCircleCheck };

export const intervalNames: Record<PlanInterval, string> = { month: "Monthly", year: "Yearly" };

const priceTexts: Record<PlanInterval, (price: { amount: string }) => string> = {
  month: ({ amount }) => `${amount} a month`,
  year: ({ amount }) => `${amount} a year`,
};
export const priceText = (interval: PlanInterval, amount: string) => priceTexts[interval]({ amount });

export const words = {
  // Every page of billing
  billing: "Billing",
  billingPages: "Billing pages",
  plan: "Plan",
  paymentMethod: "Payment method",
  invoices: "Invoices",
  memberPayments: "Member payments",
  report: "Revenue report",
  notSetUpTitle: "Payments aren't set up",
  notSetUp: "Card payments aren't set up yet. Ask the person who runs this site to connect a card provider.",
  cancel: "Cancel",

  // Plan
  billingAbout: ({ organization }: { organization: string }) => `What ${organization} pays for Touchline.`,
  planNotLoaded: "The plan couldn't be loaded",
  loadingPlan: "Loading the plan",
  productPlan: ({ product }: { product: string }) => `${product} plan`,
  stepsTitle: "To subscribe",
  stepInformation: "Enter your billing information.",
  stepCard: "Add a payment method.",
  stepSubscribe: "Choose how often to pay, and subscribe.",
  stepDone: "Done",
  chooseInterval: "Pay",
  savesYearly: ({ amount }: { amount: string }) => `Saves ${amount} a year.`,
  monthlyNote: "Cancel at any time.",
  subscribe: ({ price }: { price: string }) => `Subscribe for ${price}`,
  informationFirst: "Enter your billing information first.",
  cardFirst: "Add a payment method first.",
  addPaymentMethod: "Add payment method",
  notSubscribed: "Not subscribed",
  priceChangedTitle: "The price changed",
  priceChanged: "Nothing was charged. Check the new price, then subscribe.",
  price: "Price",
  nextCharge: "Next charge",
  endsOn: "Ends on",
  nextChargeOn: ({ amount, day }: { amount: string; day: string }) => `${amount} on ${day}`,
  changeTo: { month: "Change to monthly", year: "Change to yearly" } satisfies Record<PlanInterval, string>,
  cancelSubscription: "Cancel subscription",
  resume: "Resume subscription",
  resumed: "Your subscription continues.",
  notResumed: "Not resumed",
  endingTitle: ({ day }: { day: string }) => `Your subscription ends on ${day}`,
  endingHelp: "You won't be charged again. Resume it to keep it.",
  endedTitle: "Your subscription has ended",
  endedHelp: "Everybody keeps their clearance and their records. Subscribe again at any time.",
  subscribed: "You're subscribed.",

  // Notice on the dashboard
  subscribeTitle: "Your organization has no subscription",
  subscribeHelp: ({ plan, month, year }: { plan: string; month: string; year: string }) =>
    `The ${plan} costs ${month} or ${year}. Enter your billing information, add a card, and subscribe.`,
  setUpBilling: "Set up billing",

  // Past due
  pastDueTitle: "We couldn't charge your card",
  pastDueHelp: ({ grace }: { grace: string }) =>
    `Update your payment method by ${grace}. Nobody loses clearance because of it.`,
  pastDueNext: ({ day, grace }: { day: string; grace: string }) =>
    `We try again on ${day}. Update your payment method by ${grace}. Nobody loses clearance because of it.`,
  unpaidTitle: "An invoice is still unpaid",
  unpaidHelp:
    "We no longer try your card. Replace it, or make another card the default, to pay this invoice. No one loses clearance because of it.",
  updatePaymentMethod: "Update payment method",
  confirmTitle: "Confirm the payment with your bank",
  confirmHelp: "Your bank asks you to confirm this payment. It brings you back here afterward.",
  confirmAtBank: "Confirm with your bank",
  incompleteTitle: "The first payment is in progress",
  incompleteHelp:
    "This page shows the result as soon as it's known. If your card was declined, replace it under Payment method.",

  // Changing
  changeTitle: { month: "Change to monthly payment", year: "Change to yearly payment" } satisfies Record<
    PlanInterval,
    string
  >,
  changeHelp: "What you paid for and haven't used is taken off the new price.",
  loadingChange: "Calculating what you pay now",
  changeNotLoaded: "The amount couldn't be calculated",
  dueNow: "You pay now",
  creditNow: "Credited to your next invoice",
  afterwards: ({ amount, day }: { amount: string; day: string }) => `The next charge is ${amount} on ${day}.`,
  payAndChange: ({ amount }: { amount: string }) => `Pay ${amount} and change`,
  change: "Change plan",
  notChanged: "Not changed",
  changed: { month: "You now pay monthly.", year: "You now pay yearly." } satisfies Record<PlanInterval, string>,
  calculatedAgainTitle: "The amount changed",
  calculatedAgain: "Nothing was charged. Check the new amount, then confirm.",

  // Canceling
  cancelTitle: "Cancel your subscription?",
  cancelHelp: ({ day }: { day: string }) =>
    `It stays active until ${day}, and you aren't charged again. Nobody loses clearance, and you keep all records. You can resume it until then.`,
  keepSubscription: "Keep subscription",
  notCanceled: "Not canceled",
  canceled: ({ day }: { day: string }) => `Your subscription ends on ${day}.`,

  // Billing information
  information: "Billing information",
  informationAbout: "Who invoices are made out to and where they're sent.",
  informationNotLoaded: "The billing information couldn't be loaded",
  informationSaved: "Billing information saved",

  // Exemption
  exemption: "Tax exemption",
  exemptionAbout: "If your organization is exempt from sales tax, upload its exemption certificate.",
  exemptionNone: "No certificate. Sales tax is charged where it applies.",
  exemptionPending: "Your certificate is being checked. Until then sales tax is charged where it applies.",
  exemptionRenewed:
    "Your new certificate is being checked. Until then the earlier one counts, and no sales tax is charged.",
  exemptionRenewedThrough: ({ day }: { day: string }) =>
    `Your new certificate is being checked. Until then the earlier one counts through ${day}, and no sales tax is charged.`,
  exemptionAccepted: "Your certificate was accepted. No sales tax is charged.",
  exemptionAcceptedThrough: ({ day }: { day: string }) =>
    `Your certificate was accepted. No sales tax is charged through ${day}.`,
  exemptionDeclined: "Your certificate wasn't accepted. Sales tax is charged where it applies.",
  exemptionReason: ({ reason }: { reason: string }) => `Reason: ${reason}`,
  exemptionDeclinedHint: "Upload another certificate. It's checked again.",
  exemptionEnded: ({ day }: { day: string }) =>
    `Your certificate counted through ${day}. Sales tax is charged where it applies. Upload a new certificate if your organization is still exempt.`,
  exemptionInformationFirst: "Enter your billing information first, then upload the certificate.",
  certificate: "Exemption certificate",
  uploadCertificate: "Upload certificate",
  replaceCertificate: "Replace certificate",
  viewCertificate: "View certificate",
  removeCertificate: "Remove certificate",
  certificateTypes: ({ types }: { types: string }) => `${types}, up to 25 MB.`,
  certificateSaved: "Certificate uploaded",
  certificateRemoved: "Certificate removed",

  // Payment method
  cardsAbout:
    "The cards that your organization's invoices are charged to. We only know the brand, the last four digits, and the expiration date.",
  cards: "Cards",
  cardsNotLoaded: "The cards couldn't be loaded",
  loadingCards: "Loading the cards",
  noCards: "No card yet",
  noCardsHelp: "Add a card to pay for your subscription.",
  addCard: "Add card",
  cardTitle: "Enter the new card",
  addingCard: "Adding the card",
  cardAdded: "Card added",
  newCardTitle: "Card added",
  newCardHelp: ({ card }: { card: string }) => `Invoices are still charged to ${card}.`,
  chargeNewCard: ({ card }: { card: string }) => `Charge ${card} instead`,
  cardReplaced: "Card replaced",
  cardNotAdded: "The card wasn't added",
  bankRefused: "Your bank didn't confirm the card. Try again, or use another card.",
  formNotOpened: "The card form couldn't be opened",
  expires: ({ date }: { date: string }) => `Expires ${date}`,
  expiredOn: ({ date }: { date: string }) => `Expired ${date}`,
  default: "Default",
  expiresSoon: "Expires soon",
  expired: "Expired",
  makeDefault: "Make default",
  makeDefaultNamed: ({ card }: { card: string }) => `Make ${card} the default`,
  madeDefault: ({ card }: { card: string }) => `Invoices are now charged to ${card}.`,
  replace: "Replace",
  replaceNamed: ({ card }: { card: string }) => `Replace ${card}`,
  remove: "Remove",
  removeNamed: ({ card }: { card: string }) => `Remove ${card}`,
  removeTitle: ({ card }: { card: string }) => `Remove ${card}?`,
  removeHelp: "This card will no longer be charged. You can add it again later.",
  keepCard: "Keep card",
  cardRemoved: ({ card }: { card: string }) => `${card} removed`,
  notRemoved: "Not removed",
  notSaved: "Not saved",
  goToPlan: "Continue to plan",

  // Invoices
  invoicesAbout: "Your organization's charges for Touchline, newest first.",
  invoicesNotLoaded: "The invoices couldn't be loaded",
  loadingInvoices: "Loading the invoices",
  noInvoices: "No invoices yet",
  noInvoicesHelp: "Your invoices are listed here after you subscribe.",
  number: "Number",
  unnumbered: "Not numbered yet",
  date: "Date",
  status: "Status",
  total: "Total",
  pdf: "PDF",
  fromCredit: ({ credit, charged }: { credit: string; charged: string }) =>
    `${charged} charged to your card, ${credit} taken from your credit`,
  allFromCredit: "Taken from your credit",
  carriedOver: ({ amount }: { amount: string }) => `Too little to charge. ${amount} is added to your next invoice.`,
  broughtForward: ({ amount }: { amount: string }) => `Plus ${amount} from your previous invoice`,
  creditedTo: "Added to your credit for later invoices",
  paidOn: ({ day }: { day: string }) => `Paid on ${day}`,
  dueOn: ({ day }: { day: string }) => `Due on ${day}`,
  triedOn: ({ day }: { day: string }) => `Next try on ${day}`,
  leftToPay: ({ amount }: { amount: string }) => `${amount} to pay`,
  credited: ({ amount }: { amount: string }) => `${amount} credited`,
  download: "Download",
  downloadInvoice: ({ number }: { number: string }) => `Download invoice ${number}`,
  loadMore: "Load more",
};

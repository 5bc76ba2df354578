import type { Card } from "@touchline/contract/billing/money";

/** When a card expires: "12/2034". */
export const expiryText = ({ expiryMonth, expiryYear }: Pick<Card, "expiryMonth" | "expiryYear">) =>
  `${String(expiryMonth).padStart(2, "0")}/${expiryYear}`;

/** The texts that every page about money has. */
export const words = {
  // Billing information
  billedTo: "Name on invoices",
  billingEmail: "Email for invoices",
  country: "Country",
  address1: "Address",
  address2: "Apartment, suite, or floor (optional)",
  city: "City",
  state: "State",
  province: "Province",
  region: "State or region (optional)",
  zip: "ZIP code",
  postalCode: "Postal code",
  taxIdKind: "Tax number",
  ein: "EIN (optional)",
  einHelp: "Your federal tax number, such as 12-3456789. It's printed on invoices.",
  businessNumber: "Business number (optional)",
  gstNumber: "GST/HST number (optional)",
  caTaxIdHelp: "It's printed on invoices.",
  taxIdKinds: { ca_bn: "Business number", ca_gst_hst: "GST/HST number" },

  simulated: "Simulated provider: no real money is charged.",
  tryAgain: "Try again",

  // Fees that must be paid first
  pay: ({ amount }: { amount: string }) => `Pay ${amount}`,
  underWayTitle: "A payment is in progress",
  inProgress: "This continues as soon as the payment has gone through.",
  viewPayment: "View payment",

  // The card provider's own fields
  loadingCardForm: "Loading the card form",
  cardDetails: "Card details",
  cardStaysThere: "Your card details go straight to the card provider. This site never sees them.",
  providerNotLoaded: "The card form couldn't be loaded",
  providerNotLoadedHelp:
    "Check your connection, and turn off anything in your browser that blocks js.stripe.com. Then try again.",
  cardRefused: "This card can't be used",
  cardNotRead: "The card provider couldn't read the card. Check the numbers and try again.",
  useCard: "Use this card",
  cancel: "Cancel",
};

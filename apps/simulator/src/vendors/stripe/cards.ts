/** The result of a charge to a test card. */
export type CardBehavior =
  | { kind: "success" }
  /** The bank always declines it. */
  | { kind: "decline"; code: string; declineCode: string | null; message: string }
  /** The bank requires a confirmation, at each payment or once when the card is saved. */
  | { kind: "challenge"; when: "always" | "unlessSetUp" }
  /** It can be saved, and is declined when charged. */
  | { kind: "savesOnly" }
  /** It is charged, and then reported as fraud. */
  | { kind: "dispute" }
  /** It is charged, and the connection is cut before the answer. */
  | { kind: "lostAnswer" };

type TestCard = { number: string; brand: string; token: string | null; title: string; behavior: CardBehavior };

const decline = (declineCode: string, message: string, code = "card_declined"): CardBehavior => ({
  kind: "decline",
  code,
  declineCode: code === "card_declined" ? declineCode : null,
  message,
});
const success: CardBehavior = { kind: "success" };

/**
 * Stripe's test cards. Source: docs.stripe.com/testing; the token is the predefined payment method `pm_card_…`. The last one
 * exists only in this simulator.
 */
export const testCards: readonly TestCard[] = [
  { number: "4242424242424242", brand: "visa", token: "pm_card_visa", title: "Succeeds", behavior: success },
  {
    number: "5555555555554444",
    brand: "mastercard",
    token: "pm_card_mastercard",
    title: "Mastercard",
    behavior: success,
  },
  { number: "378282246310005", brand: "amex", token: "pm_card_amex", title: "American Express", behavior: success },
  { number: "6011111111111117", brand: "discover", token: "pm_card_discover", title: "Discover", behavior: success },
  { number: "3056930009020004", brand: "diners", token: "pm_card_diners", title: "Diners Club", behavior: success },
  { number: "3566002020360505", brand: "jcb", token: "pm_card_jcb", title: "JCB", behavior: success },
  { number: "6200000000000005", brand: "unionpay", token: "pm_card_unionpay", title: "UnionPay", behavior: success },
  { number: "4000002500001001", brand: "cartes_bancaires", token: null, title: "Cartes Bancaires", behavior: success },
  {
    number: "4000000000000002",
    brand: "visa",
    token: "pm_card_visa_chargeDeclined",
    title: "Declined",
    behavior: decline("generic_decline", "Your card was declined."),
  },
  {
    number: "4000000000009995",
    brand: "visa",
    token: "pm_card_visa_chargeDeclinedInsufficientFunds",
    title: "Insufficient funds",
    behavior: decline("insufficient_funds", "Your card has insufficient funds."),
  },
  {
    number: "4000000000000069",
    brand: "visa",
    token: "pm_card_chargeDeclinedExpiredCard",
    title: "Expired",
    behavior: decline("expired_card", "Your card has expired.", "expired_card"),
  },
  {
    number: "4000000000000127",
    brand: "visa",
    token: "pm_card_chargeDeclinedIncorrectCvc",
    title: "Wrong security code",
    behavior: decline("incorrect_cvc", "Your card's security code is incorrect.", "incorrect_cvc"),
  },
  {
    number: "4000000000000119",
    brand: "visa",
    token: "pm_card_chargeDeclinedProcessingError",
    title: "Processing error",
    behavior: decline(
      "processing_error",
      "An error occurred while processing your card. Try again in a little bit.",
      "processing_error",
    ),
  },
  {
    number: "4000002500003155",
    brand: "visa",
    token: "pm_card_authenticationRequiredOnSetup",
    title: "3-D Secure unless it was set up",
    behavior: { kind: "challenge", when: "unlessSetUp" },
  },
  {
    number: "4000002760003184",
    brand: "visa",
    token: "pm_card_authenticationRequired",
    title: "3-D Secure each time",
    behavior: { kind: "challenge", when: "always" },
  },
  {
    number: "4000000000003220",
    brand: "visa",
    token: "pm_card_threeDSecure2Required",
    title: "3-D Secure 2 each time",
    behavior: { kind: "challenge", when: "always" },
  },
  {
    number: "4000000000000341",
    brand: "visa",
    token: "pm_card_chargeCustomerFail",
    title: "Can be saved, can't be charged",
    behavior: { kind: "savesOnly" },
  },
  {
    number: "4000000000000259",
    brand: "visa",
    token: "pm_card_createDispute",
    title: "Succeeds, and is disputed",
    behavior: { kind: "dispute" },
  },
  {
    number: "4000000000005126",
    brand: "visa",
    token: "pm_card_lostAnswer",
    title: "Succeeds, and the answer is lost (simulator only)",
    behavior: { kind: "lostAnswer" },
  },
];

export const cardOfToken = (token: string) => testCards.find((one) => one.token === token);
export const cardOfNumber = (number: string) => testCards.find((one) => one.number === number.replace(/[\s-]/g, ""));

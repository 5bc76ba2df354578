import { keepInTab, readInTab } from "../../../session/browser-storage.ts";
import { type RawSearch, textIn } from "../../../url-state.ts";

/** The state of the payments page in the address. */
export interface PaymentPlace {
  /** The selected fees, by key; null if the address doesn't say. */
  chosen: readonly string[] | null;
  /** The card that was entered, as the provider calls it. */
  paymentMethodId: string | null;
  /** The payment that is shown. */
  paymentId: string | null;
  /** Whether the payer returns from their bank. */
  isFromBank: boolean;
  /** Whether the provider's fields are shown in the page. */
  entersCard: boolean;
}

const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const feeKeyPattern = new RegExp(`^${uuid}\\.${uuid}$`, "i");
const uuidPattern = new RegExp(`^${uuid}$`, "i");

export function readPlace(search: RawSearch): PaymentPlace {
  const items = [search.item].flat().filter((one) => typeof one === "string");
  const method = textIn(search.payment_method);
  const paymentId = textIn(search.payment);
  return {
    chosen: items.length === 0 ? null : items.filter((one) => feeKeyPattern.test(one)),
    paymentMethodId: /^pm_\w{3,200}$/.test(method) ? method : null,
    paymentId: uuidPattern.test(paymentId) ? paymentId : null,
    isFromBank: textIn(search.payment_intent) !== "",
    entersCard: textIn(search.step) === "card",
  };
}

/** The default of the address. */
export const nothingChosen = "none";

/** The parameters that providers add when they send people back, to be taken out of the address. */
export const providerParameters = {
  payment_method: undefined,
  payment_intent: undefined,
  payment_intent_client_secret: undefined,
  redirect_status: undefined,
  step: undefined,
};

const storeKey = "touchline.payment-choice";

/** Keeps what was chosen while the card is entered elsewhere: fifty fees don't fit in an address. */
export const keepChoice = (keys: readonly string[]) => keepInTab(storeKey, keys.join(" "));

/**
 * The fees selected before the card was entered; null if unknown, in which case all payable fees are selected and shown first.
 */
export function keptChoice(): string[] | null {
  const kept = readInTab(storeKey);
  return kept === null ? null : kept.split(" ").filter((one) => feeKeyPattern.test(one));
}

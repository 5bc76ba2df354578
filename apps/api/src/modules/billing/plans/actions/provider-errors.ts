import { paymentFailureTexts } from "@touchline/rules";
import { CardDeclined } from "../../../../adapters/payments/port.ts";
import { ProviderError } from "../../../../adapters/provider-http.ts";
import { conflict, type notFound, Refusal } from "../../../../errors.ts";

/** Asks the card provider while somebody waits. @param missing the message when the provider doesn't know the object */
export async function withProviderErrors<Result>(
  work: () => Promise<Result>,
  missing?: ReturnType<typeof notFound>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CardDeclined) throw conflict(paymentFailureTexts[error.failure], "cardNotUsable");
    if (!(error instanceof ProviderError)) throw error;
    if (error.fault === "notFound" && missing) throw missing;
    const { fault, retryAfter } = error;
    const reason = `provider.${fault}`;
    if (fault === "unreachable" || fault === "busy") {
      const message = "The card provider can't be reached right now. Try again in a minute.";
      throw new Refusal("unavailable", message, { reason, retryAfter: retryAfter ?? 30 });
    }
    throw new Refusal("providerFailed", "The card provider didn't accept this. Try again, or ask support.", { reason });
  }
}

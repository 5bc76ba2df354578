import { ProviderError, type ProviderFault } from "../../../../adapters/provider-http.ts";
import { Refusal } from "../../../../errors.ts";

/** Translates a provider's fault for the caller; nothing of its answer is repeated. */
const sentences: Record<ProviderFault, (name: string) => string> = {
  unreachable: (name) => `${name} isn't answering. Try again in a few minutes.`,
  busy: (name) => `${name} is busy. Try again in a few minutes.`,
  unauthorized: (name) => `${name} didn't accept this server's key. Ask your platform operator to check it.`,
  notFound: (name) => `${name} doesn't know this account. Ask your platform operator to check it.`,
  refused: (name) => `${name} refused this request. Ask your platform operator to check the account.`,
  malformed: (name) => `${name} sent an answer that Touchline can't read. Ask your platform operator to look into it.`,
};

const soon: ReadonlySet<ProviderFault> = new Set(["unreachable", "busy"]);
/** Seconds after which trying again may help, where the provider says nothing else. */
const usualWait = 60;

/** A provider's fault as a refusal: 503 where trying again may help, else 502. */
export function providerRefusal({ fault, retryAfter }: ProviderError, name: string): Refusal {
  const message = sentences[fault](name);
  return soon.has(fault)
    ? new Refusal("unavailable", message, { reason: `provider.${fault}`, retryAfter: retryAfter ?? usualWait })
    : new Refusal("providerFailed", message, { reason: `provider.${fault}` });
}

/** Asks a provider. @throws Refusal where it fails */
export async function askProvider<Answer>(name: string, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    throw error instanceof ProviderError ? providerRefusal(error, name) : error;
  }
}

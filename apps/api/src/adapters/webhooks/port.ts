import type { WebhookProblem } from "@touchline/contract/integrations/webhooks";

/**
 * Why nothing is sent to an address.
 *
 * - `malformed`: it is no address. `protocol`: it isn't https. `credentials`: it holds a name or a password.
 * - `port`: its port isn't 443 or 8443. `private`: it leads to an address that isn't public. `unresolved`: its name has no address.
 */
export type AddressRefusal = "malformed" | "protocol" | "credentials" | "port" | "private" | "unresolved";

/** What came of one try; `problem` is null when it was taken. */
export type WebhookAnswer = {
  readonly status: number | null;
  readonly problem: WebhookProblem | null;
  /** Seconds that the other side asks to wait. */
  readonly retryAfter: number | null;
};

export type WebhookMessage = {
  readonly id: string;
  readonly url: string;
  readonly body: string;
  /** Each signs: the one in use, and the one before as long as it counts. */
  readonly secrets: readonly string[];
};

/** How events reach the systems of organizations: addresses that people type, which must never lead into our own network. */
export type WebhooksPort = {
  /** Why an address can't be used; null: it can. Resolves its name. */
  refusalOf(url: string): Promise<AddressRefusal | null>;
  /** Signs and sends one message. Never throws. The address is looked at again, and only what was looked at is connected to. */
  send(message: WebhookMessage, now: Date): Promise<WebhookAnswer>;
};

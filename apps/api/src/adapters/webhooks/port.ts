import type { WebhookProblem } from "@touchline/contract/integrations/webhooks";

/**
 * Why nothing is sent to an address.
 *
 * - `malformed`: not an address. `protocol`: not https. `credentials`: it contains a user name or a password.
 * - `port`: its port isn't 443 or 8443. `private`: it leads to an address that isn't public. `unresolved`: its name has no
 *   address.
 */
export type AddressRefusal = "malformed" | "protocol" | "credentials" | "port" | "private" | "unresolved";

/** The result of one try; `problem` is null when it was accepted. */
export type WebhookAnswer = {
  readonly status: number | null;
  readonly problem: WebhookProblem | null;
  /** Seconds that the receiver asks to wait. */
  readonly retryAfter: number | null;
};

export type WebhookMessage = {
  readonly id: string;
  readonly url: string;
  readonly body: string;
  /** All of them sign: the present one, and the previous one while it is valid. */
  readonly secrets: readonly string[];
};

/** Sends events to the systems of organizations: to addresses that people type, which must never lead into our own network. */
export type WebhooksPort = {
  /** Returns why an address can't be used; null: it can. Resolves its name. */
  refusalOf(url: string): Promise<AddressRefusal | null>;
  /** Signs and sends one message. Never throws. The address is checked again, and only a checked address is connected to. */
  send(message: WebhookMessage, now: Date): Promise<WebhookAnswer>;
};

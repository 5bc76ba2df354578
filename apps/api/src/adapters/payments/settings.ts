/** The settings of the card provider, and this installation's keys there; null: payments aren't available. */
export type PaymentsSettings = {
  /** The address of the provider's API, without a trailing slash. */
  url: string;
  secretKey: string;
  /** The key for the provider's fields in the page; null: cards are entered on the provider's own page. */
  publishableKey: string | null;
  /** The secret that its webhooks are signed with; null: none are accepted. */
  webhookSecret: string | null;
  /** Whether nothing is really charged, which every page then shows. */
  simulated: boolean;
  /** Milliseconds to wait for one response; the usual time unless given. */
  timeout?: number;
} | null;

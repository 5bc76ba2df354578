/** Where the card provider is, and what this installation is known by there; null: nothing can be paid. */
export type PaymentsSettings = {
  /** Below which address the provider answers, without a slash at the end. */
  url: string;
  secretKey: string;
  /** What the provider's fields in the page are opened with; null: cards are entered on the provider's own page. */
  publishableKey: string | null;
  /** What its webhooks are signed with; null: none are accepted. */
  webhookSecret: string | null;
  /** Whether nothing is really charged, as every page then says. */
  simulated: boolean;
  /** Milliseconds that it is given for one answer; the usual time unless given. */
  timeout?: number;
} | null;

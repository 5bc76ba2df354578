type EverySetting = {
  /** Below which address the provider answers, without a slash at the end. */
  url: string;
  /** Whether its results are made up, as every page then says. */
  simulated: boolean;
  /** Milliseconds that it is given for one answer; the usual time unless given. */
  timeout?: number;
};

/** Where a provider of background checks is, and what this installation is known by there. */
export type YardstikSettings = EverySetting & {
  apiKey: string;
  /** What its webhooks are signed with; null: none are accepted. */
  signatureKey: string | null;
};
export type CheckrSettings = EverySetting & {
  apiKey: string;
  /** What its webhooks are signed with: the API key unless another was agreed. */
  signatureKey: string;
};
export type SterlingSettings = EverySetting & {
  clientId: string;
  clientSecret: string;
  /** Where access tokens are got. */
  tokenUrl: string;
  /** What Sterling's callbacks show; null: none are accepted. */
  callback: { user: string; password: string } | null;
};

/** The providers that this installation has keys for; null: none. */
export type ScreeningSettings = {
  yardstik: YardstikSettings | null;
  checkr: CheckrSettings | null;
  sterling: SterlingSettings | null;
};

export const noScreening: ScreeningSettings = { yardstik: null, checkr: null, sterling: null };

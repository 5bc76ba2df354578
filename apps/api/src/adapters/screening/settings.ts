type EverySetting = {
  /** The address of the provider's API, without a trailing slash. */
  url: string;
  /** Whether its results are simulated, which every page then shows. */
  simulated: boolean;
  /** Milliseconds to wait for one response; the usual time unless given. */
  timeout?: number;
};

/** The settings of a background check provider, and this installation's keys there. */
export type YardstikSettings = EverySetting & {
  apiKey: string;
  /** The key that its webhooks are signed with; null: none are accepted. */
  signatureKey: string | null;
};
export type CheckrSettings = EverySetting & {
  apiKey: string;
  /** The key that its webhooks are signed with: the API key unless another was agreed. */
  signatureKey: string;
};
export type SterlingSettings = EverySetting & {
  clientId: string;
  clientSecret: string;
  /** The token endpoint. */
  tokenUrl: string;
  /** The credentials of Sterling's callbacks; null: none are accepted. */
  callback: { user: string; password: string } | null;
};

/** The providers that this installation has keys for; null: none. */
export type ScreeningSettings = {
  yardstik: YardstikSettings | null;
  checkr: CheckrSettings | null;
  sterling: SterlingSettings | null;
};

export const noScreening: ScreeningSettings = { yardstik: null, checkr: null, sterling: null };

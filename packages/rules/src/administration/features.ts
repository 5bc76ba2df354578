/** Which calls belong to a feature that operators can pause, and how its pause is told. */
import type { AnyEndpoint } from "@touchline/contract";
import { type Feature, features } from "@touchline/contract/administration/switches";

/** The paths of each feature. Keys have none: whatever is called with a key belongs to it. */
const pathsOf: Readonly<Record<Feature, RegExp | null>> = {
  signups: /\/(signup-url|register-account)(\/|$)/,
  payments: /\/(bulk-payment|run-and-pay-background-check-user|pay-abuse-prevention-training|card-form)(\/|$)/,
  backgroundChecks: /\/(run-background-check|run-and-pay-background-check-user|record-consent)(\/|$)/,
  imports: /\/app\/(roster|carried-completions)(\/|$)/,
  apiKeys: null,
  partners: /\/integrations\/partner(\/|$)/,
};

/** Returns the features that a call needs. What only shows something isn't paused, unless it is called with a key. */
export function featuresOf({ method, path }: Pick<AnyEndpoint, "method" | "path">, byKey: boolean): Feature[] {
  const own = method === "GET" ? [] : features.filter((feature) => pathsOf[feature]?.test(path));
  return byKey ? [...own, "apiKeys"] : own;
}

/** Each feature at the beginning of a sentence. */
export const featureNames: Readonly<Record<Feature, string>> = {
  signups: "Sign-ups",
  payments: "Card payments",
  backgroundChecks: "Background checks",
  imports: "Imports",
  apiKeys: "API keys",
  partners: "Partner connections",
};

/** Tells whoever needs a paused feature. */
export const pausedText = (feature: Feature): string => `${featureNames[feature]} are paused for now. Try again later.`;

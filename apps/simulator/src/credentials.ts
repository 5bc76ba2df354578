import { simulatedLeagueAppsKey } from "./simulated-key.ts";

/** The prefix of every key of the simulator. A real vendor's key never starts with it. */
export const simulatedPrefix = "simulated_";

/** The customer's credentials at the simulated vendors. They are public and open nothing else. */
export const credentials = {
  yardstik: { apiKey: "simulated_yardstik_api_key", signatureKey: "simulated_yardstik_signature_key" },
  checkr: { apiKey: "simulated_checkr_api_key" },
  sterling: {
    clientId: "simulated_sterling_client",
    clientSecret: "simulated_sterling_secret",
    callbackUser: "simulated_sterling",
    callbackPassword: "simulated_sterling_callback",
  },
  offenderSearch: { key: "simulated_offender_search_key" },
  usSoccer: { clientId: "simulated_us_soccer_client", clientSecret: "simulated_us_soccer_secret_of_32_characters" },
  training: { apiKey: "simulated_training_api_key", webhookSecret: "c2ltdWxhdGVkX3RyYWluaW5nX3dlYmhvb2tfc2VjcmV0" },
  leagueApps: {
    siteId: "simulated_4242",
    clientId: "simulated_leagueapps_client",
    privateKey: simulatedLeagueAppsKey,
  },
  sportsEngine: {
    siteId: "simulated_7070",
    clientId: "simulated_sportsengine_client",
    clientSecret: "simulated_sportsengine_secret",
    webhookSecret: "simulated_sportsengine_webhook_secret",
  },
  intercom: { appId: "simulated_chat", secret: "simulated_messenger_secret_of_32_characters" },
  sso: { clientId: "simulated_sso_client", clientSecret: "simulated_sso_secret_of_at_least_32_characters" },
  amazonVision: { accessKeyId: "simulated_amazon_key", secretAccessKey: "simulated_amazon_secret" },
  sentry: { key: "simulatedkey", project: "42" },
  stripe: {
    secretKey: "simulated_stripe_secret_key",
    webhookSecret: "simulated_stripe_webhook_secret",
  },
} as const;

/** What other areas may use of screening: how far it is set up, and the accounts that orders are placed at. */

export { type ClientAccess, clientAccess } from "./clients/queries/clients.ts";
export { onboardingStatus } from "./clients/queries/onboarding.ts";

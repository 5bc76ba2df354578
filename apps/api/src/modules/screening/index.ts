/** What other areas may use of screening: how far an organization's set-up is. */

export { onboardingStatus } from "./clients/queries/onboarding.ts";

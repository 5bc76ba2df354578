/** What other areas may use of screening: how far an organization's set-up is, and ordering background checks that were paid for. */

export { onboardingStatus } from "./clients/queries/onboarding.ts";
export { orderCheck, readyCheck } from "./orders/actions/run.ts";
export { orderEnded } from "./orders/actions/tell.ts";

/** What other areas may use of screening: how far an organization's set-up is, and how many results from outside are awaited. */

export { onboardingStatus } from "./clients/queries/onboarding.ts";
export { externalQueueCounts } from "./external-review/queries/queue.ts";

/** What other areas may use of screening: how far an organization's set-up is, checks that were ordered with their reports, ordering checks that were paid for, other names that people have said, and how many results from outside are awaited. */

export { clientAccess } from "./clients/queries/clients.ts";
export { onboardingStatus } from "./clients/queries/onboarding.ts";
export { externalQueueCounts } from "./external-review/queries/queue.ts";
export { dueNoticeCount } from "./live-scan/queries/notices.ts";
export { reportChanged } from "./orders/actions/apply.ts";
export { orderEnded } from "./orders/actions/notify.ts";
export { fetchReport } from "./orders/actions/report.ts";
export { orderCheck, type ReadyCheck, readyChecks } from "./orders/actions/run.ts";
export { latestOrder, type OrderRow } from "./orders/queries/order.ts";
export { otherNamesOf } from "./registry-search/queries/names.ts";

/** What other areas may use of accounts: founding an organization, its own settings and files, and revoking sign-up links. */

export { linkFileById } from "./organizations/actions/files.ts";
export { foundOrganization, recordPlan } from "./organizations/actions/found.ts";
export { closeOrganization, resumeOrganization, suspendOrganization } from "./organizations/actions/suspend.ts";
export { requireTimeZone } from "./organizations/actions/time-zone.ts";
export { billingPlace, lockOrganization, ownOrganization } from "./organizations/queries/own.ts";

export { revokeUrlsOf } from "./signups/actions/urls.ts";

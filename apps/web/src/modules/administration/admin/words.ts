import type { OrganizationState } from "@touchline/contract/accounts/organization-states";
import type { HealthProblem, OversightOrder } from "@touchline/contract/administration/oversight";
import type { SupportViewState } from "@touchline/contract/administration/support";
import type { Feature } from "@touchline/contract/administration/switches";
import type { SubscriptionState } from "@touchline/contract/billing/organization-billing";
import { plural } from "../../../plural.ts";

/** The texts of the pages on which operators look after organizations, jobs and features. */
export const words = {
  // Shared
  administration: "Administration",
  organizations: "Organizations",
  organization: "Organization",
  reason: "Reason",
  reasonMissing: "Enter a reason.",
  showMore: "Show more",
  demo: "Demo",
  never: "Never",
  status: "Status",
  cancel: "Cancel",
  everyone: "Everyone",
  none: "None",

  // OrganizationsPage
  organizationCount: ({ count, search }: { count: number; search: string }) =>
    search === ""
      ? plural(count, { one: "# organization", other: "# organizations" })
      : plural(count, { one: `# organization found for “${search}”`, other: `# organizations found for “${search}”` }),
  createOrganization: "Create organization",
  continueDraft: "Continue draft",
  searchOrganizations: "Search organizations",
  nameOrPlace: "Name or location",
  organizationsNotLoaded: "The organizations couldn't be loaded",
  noOrganizationsYet: "No organizations yet",
  createFirst: "Create the first one.",
  noneFound: "No organizations found",
  noneFoundHint: "Try another part of the name or the city, or remove a filter.",
  showOnly: "Show only",
  members: "People",
  plan: "Plan",
  noPlan: "No plan",
  perMonth: ({ name, amount }: { name: string; amount: string }) => `${name}, ${amount} a month`,
  lastActivity: "Last login",
  health: "Health",
  well: "No problems",
  notMeasured: "Not measured yet",
  notMeasuredHint: "Health and usage are measured every hour.",

  // UsagePage
  usage: "Usage",
  usageIntro: ({ organizations, moment }: { organizations: number; moment: string }) =>
    `${plural(organizations, { one: "# organization", other: "# organizations" })}, without the demo. Measured ${moment}.`,
  usageOfDemoAlone: "Usage is measured every hour. There's nothing yet besides the demo.",
  usageNotLoaded: "The usage couldn't be loaded",
  together: "All organizations",
  byOrganization: "By organization",
  order: "Sort by",
  active: ({ days }: { days: number }) => `Logged in within ${days} days`,
  stored: "Stored files",
  mails: ({ days }: { days: number }) => `Emails in ${days} days`,
  mailsFailed: "Emails not delivered",
  checks: ({ days }: { days: number }) => `Background checks in ${days} days`,

  // SupportPanel
  support: "Support access",
  supportIntro:
    "With support access you can find a person, ask to see Touchline as they see it, and download an export. It gives you no other rights. The organization sees it in its audit log, with your reason.",
  supportNotLoaded: "The support access couldn't be loaded",
  loadingSupport: "Loading support access",
  reasonHint: "One sentence that the organization's administrators can read.",
  duration: "Duration",
  hours: ({ hours }: { hours: number }) => plural(hours, { one: "# hour", other: "# hours" }),
  beginSupport: "Start support access",
  supportBegan: ({ moment }: { moment: string }) => `Support access until ${moment}.`,
  supportUntil: ({ moment }: { moment: string }) => `You have support access until ${moment}`,
  endSupport: "End support access",
  supportEnded: "Support access ended.",
  findPerson: "Find a person",
  findPersonHint: "A name, or the exact email address. Every search is recorded.",
  nobodyFound: "Nobody with a login was found.",
  ask: "Ask to view",
  askNamed: ({ name }: { name: string }) => `Ask ${name} to view Touchline as they see it`,
  asked: ({ name }: { name: string }) => `${name} was asked. They can allow it in their notifications.`,
  requests: "Your requests",
  viewAs: "View",
  viewAsNamed: ({ name }: { name: string }) => `View Touchline as ${name}`,
  endView: "End",
  endViewNamed: ({ name }: { name: string }) => `End viewing as ${name}`,
  allowedUntil: ({ moment }: { moment: string }) => `Allowed until ${moment}`,
  earlierSupport: "Earlier support access",
  noSupport: "Nobody has had support access.",
  period: ({ from, to, reason }: { from: string; to: string; reason: string | null }) =>
    reason === null ? `${from} to ${to}` : `${from} to ${to}: ${reason}`,
  you: "You",
  otherOperator: "Another operator",

  // StatePanel
  stateTitle: "Suspend and close",
  stateNotLoaded: "The status couldn't be loaded",
  loadingState: "Loading the state",
  suspend: "Suspend",
  suspendTitle: ({ name }: { name: string }) => `Suspend ${name}?`,
  suspendEffect:
    "From now on nobody can use this organization: no login, no API key, no sign-up link, and no reminders. Nothing is deleted, and you can resume it.",
  suspendExportHint:
    "To close it later, you need an export made while it is suspended. That export leaves out incident reports and records of people. Administrators export those from their own pages, so ask them to do it before you suspend.",
  suspendReasonHint: "Kept in the organization's audit log.",
  suspended: ({ name }: { name: string }) => `${name} is suspended.`,
  notSuspended: "Not suspended",
  suspendedSince: ({ moment, reason }: { moment: string; reason: string }) => `Suspended ${moment}: ${reason}`,
  resume: "Resume",
  resumed: ({ name }: { name: string }) => `${name} can be used again.`,
  closedOn: ({ moment }: { moment: string }) => `Closed ${moment}. Its data is kept until its retention periods end.`,
  activeHint: "This organization can be used.",
  exports: "Exports",
  exportHint: ({ days }: { days: number }) =>
    `A ZIP archive of tables and uploaded files, made once the organization is suspended. It can be downloaded for ${days} days, with support access. It leaves out background checks, identity documents, descriptions and files of incidents, who reported them, answers to forms, and notes. Its read-me.txt lists everything.`,
  startExport: "Export data",
  exportStarted: "The export is being created.",
  exportRunning: "Being created",
  exportedOn: ({ moment, size }: { moment: string; size: string }) => `${moment}, ${size}`,
  download: "Download",
  downloadNamed: ({ moment }: { moment: string }) => `Download the export of ${moment}`,
  close: "Close for good",
  closeTitle: ({ name }: { name: string }) => `Close ${name} for good?`,
  closeEffect:
    "It can't be resumed afterwards. Its data is kept until its retention periods end. You need an export made since it was suspended, and its subscription must have ended.",
  typeName: ({ name }: { name: string }) => `Type “${name}” to confirm`,
  nameMissing: "Type the organization's name.",
  notClosed: "Not closed",
  closed: ({ name }: { name: string }) => `${name} is closed.`,

  // BackgroundJobsPage
  backgroundJobs: "Background jobs",
  backgroundJobsIntro:
    "Emails, background checks, imports, and everything else that happens later. A job that fails is retried a few times before it is listed here.",
  jobsNotLoaded: "The background jobs couldn't be loaded",
  failedJobs: "Failed jobs",
  failedJobsHint: "These failed for good. Fix the cause, then retry them.",
  noFailedJobs: "No failed jobs",
  noFailedJobsHint: "Jobs that fail for good are listed here.",
  job: "Job",
  failed: "Failed",
  triesCount: ({ tries }: { tries: number }) => plural(tries, { one: "# try", other: "# tries" }),
  error: "Error",
  unknownError: "Unknown",
  retry: "Retry",
  retryNamed: ({ job, moment }: { job: string; moment: string }) => `Retry ${job}, failed ${moment}`,
  retryAll: ({ job }: { job: string }) => `Retry all: ${job}`,
  retried: ({ retried }: { retried: number }) =>
    plural(retried, { one: "# job will be retried.", other: "# jobs will be retried." }),
  discard: "Discard",
  discardNamed: ({ job, moment }: { job: string; moment: string }) => `Discard ${job}, failed ${moment}`,
  discarded: "Discarded.",
  discardTitle: ({ job }: { job: string }) => `Discard ${job}?`,
  discardEffect: "Its work won't be done. It can't be retried afterwards.",
  waitingJobs: "Waiting and running",
  noWaitingJobs: "No jobs are waiting",
  noWaitingJobsHint: "Everything that was due has been done.",
  waiting: "Waiting",
  running: "Running",
  retrying: "Waiting to retry",
  schedules: "Schedules",
  schedule: "Schedule",
  lastRun: "Last run",
  ranAt: "Result",
  ranWell: "Done",
  ranBadly: "Failed",

  // SwitchesPage
  switches: "Feature switches",
  switchesIntro:
    "Pause a feature while something is wrong with it. People still see what is there, but can't change anything. They're told that it is paused.",
  switchesNotLoaded: "The feature switches couldn't be loaded",
  loadingSwitches: "Loading feature switches",
  feature: "Feature",
  pausedSince: ({ moment, reason }: { moment: string; reason: string }) => `Paused ${moment}: ${reason}`,
  on: "On",
  paused: "Paused",
  pausedFor: ({ name }: { name: string }) => `Paused for ${name}`,
  pause: "Pause",
  pauseNamed: ({ feature }: { feature: string }) => `Pause: ${feature}`,
  pauseTitle: ({ feature }: { feature: string }) => `Pause ${feature}?`,
  notPaused: "Not paused",
  whom: "Applies to",
  whomHint: "Search by name. Leave empty for everyone.",
  pauseReasonHint: "For other operators. People aren't shown it.",
  resumeNamed: ({ feature, name }: { feature: string; name: string }) => `Resume: ${feature}, for ${name}`,
  pausedNow: ({ feature }: { feature: string }) => `Paused: ${feature}.`,
  resumedNow: ({ feature }: { feature: string }) => `Resumed: ${feature}.`,
};

export const stateLabels: Record<OrganizationState, string> = {
  active: "Active",
  suspended: "Suspended",
  closed: "Closed",
};

export const problemLabels: Record<HealthProblem, string> = {
  noAdministrator: "No administrator",
  inactive: "No login for 30 days",
  paymentDue: "Payment due",
  mailFailing: "Emails not delivered",
  jobsFailed: "Failed jobs",
};

export const orderLabels: Record<OversightOrder, string> = {
  name: "Name",
  members: "People",
  storage: "Stored files",
  mails: "Emails",
  checks: "Background checks",
};

export const subscriptionLabels: Record<SubscriptionState, string> = {
  incomplete: "Subscription not started",
  active: "Subscribed",
  pastDue: "Payment overdue",
  unpaid: "Unpaid",
  canceled: "Subscription ended",
};

export const viewStateLabels: Record<SupportViewState, string> = {
  asked: "Not answered yet",
  allowed: "Allowed",
  declined: "Declined",
  ended: "Ended",
};

export const featureLabels: Record<Feature, { name: string; hint: string }> = {
  signups: { name: "Sign-ups", hint: "Creating accounts and joining by a sign-up link." },
  payments: { name: "Card payments", hint: "Paying fees and background checks by card." },
  backgroundChecks: { name: "Background checks", hint: "Consents and orders." },
  imports: { name: "Imports", hint: "Rosters and lists of completions." },
  apiKeys: { name: "API keys", hint: "Every call with an API key, also those that only read." },
  partners: { name: "Partner connections", hint: "Connecting, syncing, and disconnecting a partner." },
};

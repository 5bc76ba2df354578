import type pg from "pg";
import { watchedMail } from "./adapters/mail/watched.ts";
import type { Adapters } from "./call.ts";
import { openTenancy } from "./database/tenancy.ts";
import { removeOldKeys } from "./http/idempotency.ts";
import { removeOrphanedFiles } from "./http/pending-uploads.ts";
import { failureFacts, jobRunner, type Tried } from "./jobs/job-runner.ts";
import type { AnyJob, WorkLog } from "./jobs/jobs.ts";
import { type Schedule, scheduleRunner } from "./jobs/schedules.ts";
import type { FinishingIdentity } from "./modules/accounts/accounts/actions/links.ts";
import { finishAccountChanges, removeWaitingAccounts } from "./modules/accounts/accounts/jobs.ts";
import { removeExpiredSessions } from "./modules/accounts/sessions/jobs.ts";
import { deleteExpiredOrganizationExports, writeOrganizationExport } from "./modules/administration/closing/jobs.ts";
import { measureHealth } from "./modules/administration/oversight/jobs.ts";
import { deleteOldCardWebhooks, processCardWebhooks } from "./modules/billing/card-webhooks/jobs.ts";
import { reconcileDaily } from "./modules/billing/ledger/jobs.ts";
import { followPayment, makeRefund, noticePayments, refundEndedOrder } from "./modules/billing/payments/jobs.ts";
import {
  followExemptions,
  followSubscription,
  noticeExpiringCards,
  noticeSubscriptions,
  updateProviderCustomer,
} from "./modules/billing/plans/jobs.ts";
import {
  count,
  countExpiries,
  countSwept,
  fill,
  followContent,
  followDay,
  followLevel,
  noticeDutyDays,
  noticeRedo,
  noticeStanding,
  redo,
  rezone,
  sweep,
} from "./modules/compliance/standing/jobs.ts";
import { forgetAbandonedUploads, noticeUnscanned, scanFile, sealFile } from "./modules/files/files/jobs.ts";
import { disposeClosedIncidents, noticeUnsealedDocuments } from "./modules/incidents/incidents/jobs.ts";
import {
  deleteOldPartnerWebhooks,
  followSync,
  prepareFromPartner,
  processPartnerWebhooks,
  readFromPartner,
  reportToPartner,
  tendPartners,
} from "./modules/integrations/partners/jobs.ts";
import { forgetWebhooks, openWebhookSender } from "./modules/integrations/webhooks/jobs.ts";
import { handOverProfiles, noticeBirthdays } from "./modules/joining/families/jobs.ts";
import { forgetTokens } from "./modules/joining/invitations/jobs.ts";
import {
  noticeLostReadings,
  previewEffect,
  previewRedoEffect,
  readPackageUpload,
} from "./modules/library/content/jobs.ts";
import { forgetOldNotices } from "./modules/messages/notices/jobs.ts";
import {
  deliverAccountMail,
  deliverMail,
  forgetMails,
  mailServerNotes,
} from "./modules/messages/notifications/jobs.ts";
import { openErrorReporter } from "./modules/platform/error-log/actions.ts";
import { check, noticeUnchecked, noticeUnsealed, seal, sendCheckpoint, watch } from "./modules/reporting/audit/jobs.ts";
import { keepDays, noticeDays } from "./modules/reporting/dashboard/jobs.ts";
import { comparePeople, noticeNewPeople } from "./modules/reporting/duplicates/jobs.ts";
import { forgetMemberExports } from "./modules/reporting/members/jobs.ts";
import { forgetRecordExports } from "./modules/reporting/records/jobs.ts";
import { mailDigest, noticeReminders, remindPeople } from "./modules/reporting/reminders/jobs.ts";
import {
  forgetComparisonFiles,
  forgetLookBack,
  goOnLookingBack,
  tendLookBacks,
} from "./modules/reporting/timeline/jobs.ts";
import { forgetAnswerExports } from "./modules/requirements/forms/jobs.ts";
import { submitPassedTraining } from "./modules/requirements/trainings/jobs.ts";
import { disposeSignedDocuments } from "./modules/requirements/waivers/jobs.ts";
import { disposeDocuments, followReports, noticeEndedPeriods } from "./modules/reviews/adverse-action/jobs.ts";
import {
  notifyResets,
  proposalsMade,
  refreshReviewTimesDaily,
  sendHarmfulBack,
} from "./modules/reviews/reviews/jobs.ts";
import { activateAccount } from "./modules/screening/clients/jobs.ts";
import { disposeOldConsents } from "./modules/screening/consents/jobs.ts";
import {
  noticeAbandonedResults,
  noticeOverdueResults,
  recordResults,
  undoResults,
} from "./modules/screening/external-review/jobs.ts";
import { lookUpLicenses, noticeLicenses } from "./modules/screening/licenses/jobs.ts";
import {
  deleteOldScreeningWebhooks,
  disposeOldResults,
  followOrder,
  pollOrders,
  processScreeningWebhooks,
  registerWebhooks,
} from "./modules/screening/orders/jobs.ts";
import { loadEntries, noticeAbandonedLoads } from "./modules/screening/registries/jobs.ts";
import { askForPeople, noticeSearches, searchPeople } from "./modules/screening/registry-search/jobs.ts";
import { followTraining, noticeTrainings } from "./modules/screening/training-provider/jobs.ts";
import { checkRoster, forgetRosters, noticeAbandonedImports, writeRoster } from "./modules/setup/imports/jobs.ts";
import { noticeAbandonedTasks } from "./modules/tasks/tasks/jobs.ts";
import {
  destroyIdentityKeys,
  noticeUnsealedFiles,
  readIdentityImages,
} from "./modules/verification/identity-checks/jobs.ts";
import { readSubmittedDocument } from "./modules/verification/identity-documents/jobs.ts";
import { tasks } from "./tasks.ts";

/** The table of contents: every job, and every question that is asked again and again. */
const jobs: readonly AnyJob[] = [
  sweep,
  countSwept,
  count,
  fill,
  followContent,
  rezone,
  redo,
  followLevel,
  countExpiries,
  followDay,
  previewEffect,
  previewRedoEffect,
  readPackageUpload,
  submitPassedTraining,
  readIdentityImages,
  readSubmittedDocument,
  handOverProfiles,
  deliverMail,
  notifyResets,
  proposalsMade,
  sendHarmfulBack,
  remindPeople,
  keepDays,
  mailDigest,
  scanFile,
  sealFile,
  checkRoster,
  writeRoster,
  seal,
  sendCheckpoint,
  check,
  comparePeople,
  activateAccount,
  loadEntries,
  recordResults,
  undoResults,
  searchPeople,
  askForPeople,
  followOrder,
  followReports,
  lookUpLicenses,
  followTraining,
  followPayment,
  makeRefund,
  refundEndedOrder,
  followSubscription,
  updateProviderCustomer,
  readFromPartner,
  prepareFromPartner,
  followSync,
  reportToPartner,
  goOnLookingBack,
  forgetLookBack,
  writeOrganizationExport,
  ...tasks.flatMap(({ job, last }) => (last ? [job, last] : [job])),
];
const schedules: readonly Schedule[] = [
  noticeStanding,
  noticeDutyDays,
  noticeRedo,
  noticeBirthdays,
  noticeReminders,
  noticeDays,
  noticeNewPeople,
  noticeAbandonedLoads,
  noticeAbandonedResults,
  noticeOverdueResults,
  noticeSearches,
  noticeLicenses,
  noticeTrainings,
  processScreeningWebhooks,
  pollOrders,
  registerWebhooks,
  deleteOldScreeningWebhooks,
  noticePayments,
  noticeSubscriptions,
  noticeExpiringCards,
  followExemptions,
  processCardWebhooks,
  deleteOldCardWebhooks,
  reconcileDaily,
  deliverAccountMail,
  removeOldKeys,
  removeOrphanedFiles,
  noticeAbandonedImports,
  forgetRosters,
  forgetAbandonedUploads,
  noticeUnscanned,
  noticeLostReadings,
  forgetMails,
  forgetOldNotices,
  forgetTokens,
  noticeAbandonedTasks,
  noticeUnsealed,
  noticeUnchecked,
  forgetMemberExports,
  forgetRecordExports,
  forgetAnswerExports,
  tendLookBacks,
  refreshReviewTimesDaily,
  noticeEndedPeriods,
  destroyIdentityKeys,
  noticeUnsealedFiles,
  noticeUnsealedDocuments,
  disposeDocuments,
  disposeClosedIncidents,
  disposeOldConsents,
  disposeSignedDocuments,
  disposeOldResults,
  forgetComparisonFiles,
  forgetWebhooks,
  tendPartners,
  processPartnerWebhooks,
  deleteOldPartnerWebhooks,
  measureHealth,
  deleteExpiredOrganizationExports,
];

export type WorkerDeps = {
  /** The application's role; apart from the requests' pool, with room for at least ten connections. */
  pool: pg.Pool;
  adapters: Adapters;
  identity: FinishingIdentity;
  log: WorkLog;
  now?: () => Date;
  /** Further ones, of whoever starts the worker. */
  jobs?: readonly AnyJob[];
  schedules?: readonly Schedule[];
  /** Sees every statement within a tenant; tests assert on it. */
  onStatement?: (sql: string) => void;
};

export type Worker = {
  start(): Promise<void>;
  /** Takes up nothing new and lets what runs end. */
  stop(): Promise<void>;
  /** Runs the jobs that are due, and what they bring about, one after the other. For tests. */
  drainJobs(): Promise<Tried[]>;
  /** Sends the webhooks that are due. For tests. */
  sendWebhooks(): Promise<void>;
  /** Runs one schedule now. For tests. @throws what it throws. */
  runSchedule(name: string): Promise<void>;
};

/** What runs beside the requests; any number of workers share the work. Nothing runs before `start`. */
export function openWorker(deps: WorkerDeps): Worker {
  const { pool, log, now = () => new Date() } = deps;
  const tenancy = openTenancy(pool, deps.onStatement);
  const mail = watchedMail(deps.adapters.mail, mailServerNotes({ tenancy, now, log }));
  const errors = openErrorReporter({ tenancy, adapters: () => deps.adapters, now }, (error) =>
    log.error(failureFacts(error), "Error not saved to the error log"),
  );
  const means = {
    tenancy,
    // As they are at that moment: an adapter may be put in another's place.
    get adapters() {
      return { ...deps.adapters, mail };
    },
    now,
    log,
    errors,
  };
  const runner = jobRunner(pool, [...jobs, ...(deps.jobs ?? [])], means);
  const { identity } = deps;
  const ofAccounts = [removeExpiredSessions(identity), finishAccountChanges(identity), removeWaitingAccounts(identity)];
  const all = [...schedules, ...ofAccounts, watch(deps.adapters, identity), ...(deps.schedules ?? [])];
  const clock = scheduleRunner(pool, all, means);
  const webhooks = openWebhookSender(means);
  return {
    async start() {
      await runner.work();
      void clock.start();
      webhooks.start();
    },
    stop: async () => {
      await Promise.all([runner.stop(), clock.stop(), webhooks.stop()]);
      await errors.settled();
    },
    drainJobs: async () => {
      const tried = await runner.drain();
      await errors.settled();
      return tried;
    },
    sendWebhooks: () => webhooks.drain(),
    runSchedule: (name) => clock.runNow(name),
  };
}

/** Opens a worker and starts it. */
export async function startWorker(deps: WorkerDeps): Promise<{ stop(): Promise<void> }> {
  const worker = openWorker(deps);
  await worker.start();
  return worker;
}

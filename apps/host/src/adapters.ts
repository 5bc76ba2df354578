import { isIP } from "node:net";
import { intercomChat } from "@touchline/api/adapters/chat/intercom";
import { postingTo } from "@touchline/api/adapters/checkpoint-targets/http";
import { stampedAt } from "@touchline/api/adapters/checkpoint-targets/rfc3161";
import { sentryErrors } from "@touchline/api/adapters/errors/sentry";
import type { FilesPort } from "@touchline/api/adapters/files/port";
import { s3Files } from "@touchline/api/adapters/files/s3";
import { twoStores } from "@touchline/api/adapters/files/two-stores";
import { usSoccerLicenses } from "@touchline/api/adapters/licenses/us-soccer";
import { localAdapters } from "@touchline/api/adapters/local";
import { smtpMail } from "@touchline/api/adapters/mail/smtp";
import { offenderSearchAt } from "@touchline/api/adapters/offender-search/http";
import { openPartners } from "@touchline/api/adapters/partners/open";
import { openPayments } from "@touchline/api/adapters/payments/stripe";
import { clamdScan } from "@touchline/api/adapters/scan/clamd";
import { openScreening } from "@touchline/api/adapters/screening/open";
import { orderMakers } from "@touchline/api/adapters/screening/orders";
import { ssoOutside } from "@touchline/api/adapters/sso/outside";
import { trainingsAt } from "@touchline/api/adapters/trainings/http";
import { webhooksOverHttp } from "@touchline/api/adapters/webhooks/http";
import type { Adapters } from "@touchline/api/call";
import { release } from "@touchline/api/release";
import { exampleSupportEmail, type HostConfig } from "./config.ts";
import { auditFolder, filesFolder } from "./database.ts";
import { simulatedLicenses, simulatedTraining } from "./lookup-settings.ts";
import { partnerSettings } from "./partner-settings.ts";
import { simulatedPayments } from "./payments-settings.ts";
import { simulatedScreening } from "./screening-settings.ts";

/**
 * The outside as the settings choose it; what is not set stays on this machine.
 *
 * @param simulatorUrl where this process simulates providers, which then stand for those that there are no keys for.
 */
export function openAdapters(
  config: Pick<HostConfig, "dataDir" | "publicUrl" | "supportEmail" | "mail" | "clamd"> &
    Partial<
      Pick<
        HostConfig,
        | "apiUrl"
        | "packagesUrl"
        | "checkpoints"
        | "screening"
        | "usSoccer"
        | "offenderSearch"
        | "training"
        | "partners"
        | "payments"
        | "chat"
        | "errorService"
        | "trustedWebhookHosts"
        | "fileStore"
      >
    >,
  secret: string,
  simulatorUrl: string | null = null,
): Adapters {
  const { publicUrl: url, supportEmail, apiUrl, packagesUrl, checkpoints } = config;
  const site = { url, supportEmail, apiUrl: apiUrl ?? undefined, packagesUrl: packagesUrl ?? undefined };
  const local = localAdapters({
    folder: filesFolder(config.dataDir),
    auditFolder: auditFolder(config.dataDir),
    secret,
    site,
  });
  const simulated = simulatedScreening(simulatorUrl);
  const screening = {
    yardstik: config.screening?.yardstik ?? simulated.yardstik,
    checkr: config.screening?.checkr ?? simulated.checkr,
    sterling: config.screening?.sterling ?? simulated.sterling,
  };
  const training = config.training ?? simulatedTraining(simulatorUrl);
  const usSoccer = config.usSoccer ?? simulatedLicenses(simulatorUrl);
  return {
    ...local,
    files: storeOf(config.fileStore ?? null, local.files),
    trainings: training && trainingsAt(training),
    licenses: usSoccer && usSoccerLicenses(usSoccer),
    offenderSearch: config.offenderSearch ? offenderSearchAt(config.offenderSearch) : null,
    screening: openScreening(screening, orderMakers),
    webhooks: webhooksOverHttp({ trusted: trustedHosts(config, simulatorUrl) }),
    sso: ssoOutside({
      trusted: trustedHosts(config, simulatorUrl),
      // The simulator answers for domains, too, at the same port.
      nameServers: simulatorUrl === null ? [] : [new URL(simulatorUrl).host],
    }),
    partners: openPartners(config.partners ?? partnerSettings(simulatorUrl)),
    chat: config.chat?.secret ? intercomChat(config.chat.secret) : null,
    errorService: config.errorService ? sentryErrors(config.errorService, release) : null,
    payments: openPayments(config.payments ?? simulatedPayments(simulatorUrl)),
    ...(config.mail
      ? {
          mail: smtpMail({
            ...config.mail,
            greeting: greetingName(url),
            // Where nobody said whom to ask, an answer goes to the sender.
            ...(supportEmail === exampleSupportEmail ? {} : { replyTo: supportEmail }),
          }),
        }
      : {}),
    ...(checkpoints
      ? {
          checkpointTargets: {
            post: checkpoints.postUrl === null ? null : postingTo(checkpoints.postUrl),
            mailTo: checkpoints.mailTo,
            stamp: checkpoints.timestampUrl === null ? null : stampedAt(checkpoints.timestampUrl),
          },
        }
      : {}),
    ...(config.clamd ? { scan: clamdScan(config.clamd) } : {}),
  };
}

/** The hosts that may be private: those of the settings, and what this process simulates, which is on this machine. */
export const trustedHosts = (
  { trustedWebhookHosts = [] }: Partial<Pick<HostConfig, "trustedWebhookHosts">>,
  simulatorUrl: string | null,
) => [...trustedWebhookHosts, ...(simulatorUrl === null ? [] : [new URL(simulatorUrl).host])];

/** Where files are: what was not moved yet is read from where it was. */
function storeOf(settings: HostConfig["fileStore"], disk: FilesPort): FilesPort {
  if (settings === null) return disk;
  const bucket = s3Files(settings.bucket);
  return settings.first === "bucket" ? twoStores(bucket, disk) : twoStores(disk, bucket);
}

/** The host of an address as a mail server is greeted with it: a name, or an address literal (RFC 5321, section 4.1.3). */
export function greetingName(url: string): string {
  const { hostname } = new URL(url);
  const bare = hostname.replace(/^\[|\]$/g, "");
  const version = isIP(bare);
  return version === 0 ? hostname : version === 4 ? `[${bare}]` : `[IPv6:${bare}]`;
}

import type { Adapters, Site } from "../call.ts";
import { openVault } from "../security/encryption.ts";
import { filedChainMemory } from "./chain-memory/builtin.ts";
import { noTargets } from "./checkpoint-targets/port.ts";
import { localFiles } from "./files/builtin.ts";
import { keptMail } from "./mail/builtin.ts";
import { openPartners, realPartners } from "./partners/open.ts";
import { builtinScan } from "./scan/builtin.ts";
import { ssoOutside } from "./sso/outside.ts";
import { noVision } from "./vision/builtin.ts";
import { webhooksOverHttp } from "./webhooks/http.ts";

/** Builds the adapters that are used without settings: everything on this machine, with no account anywhere. */
export function localAdapters({
  folder,
  auditFolder = `${folder}-audit`,
  secret,
  site,
}: {
  /** The folder for uploaded files. */
  folder: string;
  /** The folder for this server's memory of the audit log; next to the files unless given. */
  auditFolder?: string;
  secret: string;
  site: Site;
}): Adapters {
  return {
    files: localFiles(folder),
    vault: openVault(secret),
    mail: keptMail(),
    scan: builtinScan(),
    screening: new Map(),
    licenses: null,
    trainings: null,
    offenderSearch: null,
    payments: null,
    chat: null,
    errorService: null,
    partners: openPartners(realPartners),
    vision: noVision,
    chainMemory: filedChainMemory({ folder: auditFolder, secret }),
    checkpointTargets: noTargets,
    webhooks: webhooksOverHttp(),
    sso: ssoOutside(),
    site,
  };
}

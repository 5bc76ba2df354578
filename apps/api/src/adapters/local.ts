import type { Adapters, Site } from "../kernel/call.ts";
import { openVault } from "../kernel/vault.ts";
import { localFiles } from "./files/builtin.ts";
import { keptMail } from "./mail/builtin.ts";
import { builtinScan } from "./scan/builtin.ts";

/** Everything outside as it is when nothing is set: on this machine, with no account anywhere. */
export function localAdapters({ folder, secret, site }: { folder: string; secret: string; site: Site }): Adapters {
  return { files: localFiles(folder), vault: openVault(secret), mail: keptMail(), scan: builtinScan(), site };
}

import type { ReadSetting } from "./screening-settings.ts";

/**
 * Reads the hosts that webhooks may be sent to although they are private or have no HTTPS, such as `localhost:4000`: for tests and
 * development.
 *
 * @throws Error with one sentence that names the variable.
 */
export function readTrustedWebhookHosts(read: ReadSetting): string[] {
  const hosts = (read("WEBHOOK_TRUSTED_HOSTS") ?? "").split(",").flatMap((host) => host.trim() || []);
  for (const host of hosts) {
    if (URL.parse(`http://${host}`)?.host !== host.toLowerCase()) {
      throw new Error(
        `WEBHOOK_TRUSTED_HOSTS has "${host}". Write hosts with their ports and a comma between them, such as localhost:4000.`,
      );
    }
  }
  return hosts.map((host) => host.toLowerCase());
}

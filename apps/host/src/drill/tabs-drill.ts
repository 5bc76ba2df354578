import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { demoLogins, demoPassword } from "../demo/logins.ts";
import { freePort } from "../port.ts";
import { prepare } from "./drill.ts";
import { endChild, type HostChild, startChild } from "./host-child.ts";
import { runTabs, type TabsReport } from "./tabs.ts";

/** The number of processes that serve one product on one database. */
const servers = 2;

/**
 * Renews sessions in many tabs at once, at several processes on one database, and reports who was logged out.
 *
 * @param options.dataDir an empty folder, which afterwards holds the database.
 */
export async function runTabsDrill(options: {
  dataDir: string;
  sessions: number;
  tabs: number;
  rounds: number;
  log: (line: string) => void;
}): Promise<TabsReport> {
  const { dataDir, ...counts } = options;
  const database = await prepare(dataDir);
  const children: HostChild[] = [];
  try {
    const ports = await Promise.all(Array.from({ length: servers }, freePort));
    for (const [index, port] of ports.entries()) {
      const folder = join(dataDir, `server-${index}`);
      await mkdir(folder, { recursive: true });
      const child = await startChild(folder, port, {
        PUBLIC_URL: `http://localhost:${ports[0]}`,
        DATABASE_URL: database.appUrl,
        IDENTITY_DATABASE_URL: database.identityUrl,
        DATABASE_ADMIN_URL: database.adminUrl,
        SESSION_SECRET: database.secret,
      });
      children.push(child);
    }
    const login = demoLogins.find(({ key }) => key === "other");
    return await runTabs({
      ...counts,
      urls: children.map(({ url }) => url),
      logins: [{ email: login?.email ?? "", password: demoPassword }],
    });
  } finally {
    await Promise.all(children.map((child) => endChild(child, "SIGTERM")));
    await database.stop();
  }
}

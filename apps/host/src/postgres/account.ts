import { readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** The system account under which the server runs when Touchline runs as root: PostgreSQL refuses root. */
export type SystemAccount = { uid: number; gid: number };

export const runsAsRoot = () => process.getuid?.() === 0;

/** The account `nobody`, which every Unix has. Throws a sentence when this one has not. */
export async function nobody(): Promise<SystemAccount> {
  const line = /^nobody:[^:]*:(-?\d+):(-?\d+):/m.exec(await readFile("/etc/passwd", "utf8").catch(() => ""));
  if (!line) {
    throw new Error(
      "PostgreSQL can't run as root, and this system has no `nobody` account to run it as. " +
        "Start Touchline as an ordinary user, or set DATABASE_URL, IDENTITY_DATABASE_URL, and DATABASE_ADMIN_URL.",
    );
  }
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

/** The first folder on the way to `path`, itself included, that the account may not pass through; null when none. */
export async function closedFolder(path: string, account: SystemAccount): Promise<string | null> {
  const above = dirname(path);
  const closedAbove = above === path ? null : await closedFolder(above, account);
  if (closedAbove) return closedAbove;
  const { uid, gid, mode } = await stat(path);
  const search = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  return (mode & search) === 0 ? path : null;
}

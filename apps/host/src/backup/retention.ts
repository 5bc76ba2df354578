import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** @returns names of the backups that the schedule of this installation made and finished, the newest first. */
export async function scheduledBackups(folder: string, fingerprint: string): Promise<string[]> {
  const own = new RegExp(`^touchline-${fingerprint.slice(0, 8)}-\\d{8}T\\d{9}Z-scheduled\\.tar\\.zst(\\.age)?$`);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names
    .filter((name) => own.test(name))
    .sort()
    .reverse();
}

/** When a backup was begun, by its name; null for any other name. */
export function startedAtOf(name: string): Date | null {
  const [, year, month, day, hour, minute, second, ms] =
    /-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z/.exec(name) ?? [];
  return year === undefined ? null : new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
}

/** Removes the oldest of what the schedule of this installation made; nothing else in the folder is touched. */
export async function keepNewest(folder: string, fingerprint: string, keep: number): Promise<string[]> {
  const over = (await scheduledBackups(folder, fingerprint)).slice(keep);
  for (const name of over) await rm(join(folder, name), { force: true });
  return over;
}

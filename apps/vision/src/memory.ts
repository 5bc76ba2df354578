import { readFile } from "node:fs/promises";

const pageSize = 4096;

/** Returns the resident memory of a process in bytes; null if the system doesn't report it. */
export async function residentBytes(pid: number): Promise<number | null> {
  if (process.platform !== "linux") return null;
  const text = await readFile(`/proc/${pid}/statm`, "utf8").catch(() => "");
  const pages = Number(text.split(" ")[1]);
  return Number.isFinite(pages) && pages > 0 ? pages * pageSize : null;
}

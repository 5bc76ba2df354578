import { readFile } from "node:fs/promises";

const pageSize = 4096;

/** Resident memory of a process in bytes; null where the system doesn't tell. */
export async function residentBytes(pid: number): Promise<number | null> {
  if (process.platform !== "linux") return null;
  const text = await readFile(`/proc/${pid}/statm`, "utf8").catch(() => "");
  const pages = Number(text.split(" ")[1]);
  return Number.isFinite(pages) && pages > 0 ? pages * pageSize : null;
}

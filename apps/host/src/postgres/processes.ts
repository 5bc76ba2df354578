import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Linux counts process start times in hundredths of a second since boot, on every architecture that Node supports. */
const ticksPerSecond = 100;

/** State and start (ticks since boot) from /proc; null when there is no such process or only its zombie is left. */
async function linuxStart(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (stat === null) return null;
  // The second field is the program's name in brackets and may itself hold spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields[0] === "Z" || fields[0] === "X" ? null : Number(fields[19]);
}

/** Start time as the system prints it, for systems without /proc. */
async function printedStart(pid: number): Promise<string | null> {
  const [program, args]: [string, string[]] =
    process.platform === "win32"
      ? ["powershell", ["-NoProfile", "-Command", `(Get-Process -Id ${pid}).StartTime.ToUniversalTime().ToString('o')`]]
      : ["ps", ["-o", "lstart=", "-p", String(pid)]];
  const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
  const { stdout } = await run(program, args, { timeout: 10_000, env }).catch(() => ({ stdout: "" }));
  return stdout.trim() || null;
}

/**
 * What tells a process from a later one that was given the same pid: its start, in a form that no clock correction
 * changes on Linux. Null when no such process lives; a zombie counts as dead.
 */
export async function processMark(pid: number): Promise<string | null> {
  if (process.platform !== "linux") return printedStart(pid);
  const ticks = await linuxStart(pid);
  if (ticks === null) return null;
  const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => "");
  return `${boot.trim()}/${ticks}`;
}

/** The wall-clock start of a process in milliseconds, good to a second or two; null when it does not live. */
export async function processStartedAt(pid: number): Promise<number | null> {
  if (process.platform !== "linux") {
    const printed = await printedStart(pid);
    return printed === null ? null : Date.parse(/Z$/.test(printed) ? printed : `${printed} UTC`);
  }
  const ticks = await linuxStart(pid);
  if (ticks === null) return null;
  const boot = /^btime (\d+)$/m.exec(await readFile("/proc/stat", "utf8"))?.[1];
  return (Number(boot) + ticks / ticksPerSecond) * 1000;
}

/** Waits until the process with this mark is gone. False when it still lives after `milliseconds`. */
export async function waitForEnd(pid: number, mark: string, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds;
  while ((await processMark(pid)) === mark) {
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return true;
}

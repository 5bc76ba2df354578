import { execFileSync } from "node:child_process";

/** Puts a file system of one megabyte over a folder; returns what takes it away, or null where we may not. */
export function aSmallDisk(folder: string): (() => void) | null {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m,mode=700", "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return null;
  }
  return () => execFileSync("umount", ["-l", folder]);
}

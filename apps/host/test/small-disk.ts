import { execFileSync } from "node:child_process";

/** Mounts a file system of one megabyte over a folder. @returns a function that unmounts it, or null without the permission. */
export function aSmallDisk(folder: string): (() => void) | null {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m,mode=700", "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return null;
  }
  return () => execFileSync("umount", ["-l", folder]);
}

import { chmod, mkdir, open, rename } from "node:fs/promises";
import { dirname } from "node:path";

/** Forces a folder's list of names to disk, so that a rename in it outlives a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows can't open folders, but NTFS journals names itself.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a file (mode 0600 unless told otherwise) so that a kill or power cut leaves the old text or the new one. */
export async function writeDurably(path: string, text: string, mode = 0o600): Promise<void> {
  const fresh = `${path}.new`;
  const handle = await open(fresh, "w", mode);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(fresh, path);
  await syncFolder(dirname(path));
}

/** Makes a folder of exactly this mode, whatever the umask; one that exists is given the mode. */
export async function makeFolder(path: string, mode: number): Promise<void> {
  await mkdir(path, { recursive: true });
  await chmod(path, mode);
}

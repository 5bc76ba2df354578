import type { Manifest } from "./manifest.ts";

/** What a backup comes to, in figures that are told to whoever made or restored it. */
export const backupSummary = (manifest: Manifest) => ({
  rows: manifest.tables.reduce((sum, part) => sum + part.rows, 0),
  files: manifest.files.length,
  missing: manifest.missingFiles.length,
});

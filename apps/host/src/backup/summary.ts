import type { Manifest } from "./manifest.ts";

/** Summarizes a backup in figures for the person who made or restored it. */
export const backupSummary = (manifest: Manifest) => ({
  rows: manifest.tables.reduce((sum, part) => sum + part.rows, 0),
  files: manifest.files.length,
  missing: manifest.missingFiles.length,
});

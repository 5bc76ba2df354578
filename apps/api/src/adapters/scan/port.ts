import type { Readable } from "node:stream";

/** `checked`: our own checks found nothing, and no scanner has scanned it. */
export type ScanVerdict = { kind: "clean" } | { kind: "checked" } | { kind: "infected"; signature: string };

/** Scans files for malware. */
export type ScanPort = {
  /** Whether it is fast and local enough to scan files as they arrive. */
  readonly atOnce: boolean;
  /** @throws when the scan failed, which says nothing about the file. */
  scan(content: Readable): Promise<ScanVerdict>;
};

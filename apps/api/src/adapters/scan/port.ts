import type { Readable } from "node:stream";

/** `checked` is what is said where nothing was found and no scanner has looked. */
export type ScanVerdict = { kind: "clean" } | { kind: "checked" } | { kind: "infected"; signature: string };

/** Who looks at files for what harms. */
export type ScanPort = {
  /** Whether it looks so quickly, and on this machine, that a file is looked at as it comes in. */
  readonly atOnce: boolean;
  /** @throws when it could not look: that says nothing about the file. */
  scan(content: Readable): Promise<ScanVerdict>;
};

import { createHash } from "node:crypto";
import type { KeptState } from "./state.ts";

/** Generates identifiers that depend only on the seed and on how many of the kind were generated before. */
export class Identifiers {
  readonly #seed: string;
  readonly #counts: Map<string, number>;

  /**
   * @param state stores the counts; without it they aren't kept.
   */
  constructor(seed: string, state?: KeptState) {
    this.#seed = seed;
    this.#counts = state?.part("identifiers", () => new Map()) ?? new Map();
  }

  /** Returns up to 64 hexadecimal digits, like Checkr's identifiers. */
  hex(kind: string, length = 24): string {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return createHash("sha256").update(`${this.#seed}\n${kind}\n${count}`).digest("hex").slice(0, length);
  }

  /** Returns a UUID in the form of version 4, like Yardstik's identifiers. */
  uuid(kind: string): string {
    const digits = this.hex(kind, 32);
    const variant = "89ab"[Number.parseInt(digits[16] as string, 16) % 4];
    return [
      digits.slice(0, 8),
      digits.slice(8, 12),
      `4${digits.slice(13, 16)}`,
      `${variant}${digits.slice(17, 20)}`,
      digits.slice(20, 32),
    ].join("-");
  }

  /** Returns a number with this many digits and no leading zero, like Sterling's identifiers. */
  digits(kind: string, length: number): string {
    const range = 9n * 10n ** BigInt(length - 1);
    return String((BigInt(`0x${this.hex(kind, 32)}`) % range) + 10n ** BigInt(length - 1));
  }
}

import { createHash } from "node:crypto";
import type { KeptState } from "./state.ts";

/** Identifiers that depend on the seed and on how many of their kind were made before, on nothing else. */
export class Identifiers {
  readonly #seed: string;
  readonly #counts: Map<string, number>;

  /** @param state where the counts are kept; left out: nowhere. */
  constructor(seed: string, state?: KeptState) {
    this.#seed = seed;
    this.#counts = state?.part("identifiers", () => new Map()) ?? new Map();
  }

  /** Hexadecimal digits, at most 64, as Checkr's identifiers are. */
  hex(kind: string, length = 24): string {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return createHash("sha256").update(`${this.#seed}\n${kind}\n${count}`).digest("hex").slice(0, length);
  }

  /** A UUID of version 4's shape, as Yardstik's identifiers are. */
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

  /** A number of so many digits that begins with none of zero, as Sterling's identifiers are. */
  digits(kind: string, length: number): string {
    const range = 9n * 10n ** BigInt(length - 1);
    return String((BigInt(`0x${this.hex(kind, 32)}`) % range) + 10n ** BigInt(length - 1));
  }
}

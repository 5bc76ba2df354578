/** Names under which files are stored, the same in every store so that files can be moved. */
import { randomUUID } from "node:crypto";

/** Bytes of a file that its type is detected from. */
export const headBytes = 4100;

const keyShape = /^[0-9a-f]{2}\/[0-9a-f-]{36}$/;

/** Returns an unused name. */
export function newKey(): string {
  const name = randomUUID();
  return `${name.slice(0, 2)}/${name}`;
}

/** @throws Error unless it is a name that `newKey` makes. */
export function assertKey(key: string): void {
  if (!keyShape.test(key)) throw new Error("not a storage key");
}

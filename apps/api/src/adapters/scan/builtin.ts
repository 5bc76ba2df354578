import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import type { ScanPort } from "./port.ts";

/**
 * Known harmful files by their SHA-256. Source: ClamAV's own list of the EICAR test file (`eicar.hsb`), which is harmless and
 * stands for everything that a scanner finds.
 */
const known = new Map([["275a021bbfb6489e54d471899f7db9d1663fc695ec2fe2a2c4538aabf651fd0f", "Test.EICAR.Sha256"]]);
/** The test file's text; by its own rule it counts at the beginning of a file, with only whitespace after it. */
const eicar = Buffer.from(
  "WDVPIVAlQEFQWzRcUFpYNTQoUF4pN0NDKTd9JEVJQ0FSLVNUQU5EQVJELUFOVElWSVJVUy1URVNULUZJTEUhJEgrSCo=",
  "base64",
);

/**
 * Scans without a virus database: it recognizes the test file that every scanner knows, and nothing else. Whether a file's type
 * is right, and whether it has active content, is checked when it arrives, with any scanner. This is not a virus scanner:
 * installations that want one set up clamd.
 */
export const builtinScan = (): ScanPort => ({
  atOnce: true,
  async scan(content: Readable) {
    const hash = createHash("sha256");
    let head = Buffer.alloc(0);
    for await (const chunk of content as AsyncIterable<Buffer>) {
      if (head.length < eicar.length) head = Buffer.concat([head, chunk.subarray(0, eicar.length)]);
      hash.update(chunk);
    }
    const signature = known.get(hash.digest("hex"));
    if (signature !== undefined) return { kind: "infected", signature };
    return head.subarray(0, eicar.length).equals(eicar)
      ? { kind: "infected", signature: "Test.EICAR" }
      : { kind: "checked" };
  },
});

import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { openVault } from "./encryption.ts";
import { openStream, sealStream } from "./sealed-stream.ts";

const vault = openVault("a secret of at least thirty-two characters");
const place = { tenant: "one", table: "file", column: "bytes", id: "1" };
const chunked = (bytes: Buffer, most: number) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / most) }, (_, n) => bytes.subarray(n * most, (n + 1) * most)),
  );

test("a sealed stream opens to the same bytes, and not once it is cut off, reordered or moved", async () => {
  const sealing = { vault, wrappedKey: vault.newWrappedKey(), place };
  const seal = async (bytes: Buffer) => buffer(sealStream(chunked(bytes, 100_000), sealing));
  const open = (bytes: Buffer, at = sealing) => buffer(openStream(chunked(bytes, 65_536), at));
  for (const length of [0, 5, 1_048_576, 2_500_000]) {
    const plain = randomBytes(length);
    const sealed = await seal(plain);
    expect((await open(sealed)).equals(plain)).toBe(true);
  }
  const part = 1_048_576 + 28;
  const sealed = await seal(randomBytes(2 * 1_048_576 + 10));
  await expect(open(sealed.subarray(0, part))).rejects.toThrow();
  await expect(open(sealed.subarray(0, 2 * part))).rejects.toThrow();
  const swapped = [sealed.subarray(part, 2 * part), sealed.subarray(0, part), sealed.subarray(2 * part)];
  await expect(open(Buffer.concat(swapped))).rejects.toThrow();
  await expect(open(sealed, { ...sealing, place: { ...place, id: "2" } })).rejects.toThrow();
});

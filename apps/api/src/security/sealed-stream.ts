import type { CipherContext, Vault } from "./encryption.ts";

/** Bytes of each part but the last; the vault seals a whole value at once, and a file may be larger than memory. */
const partBytes = 1_048_576;
/** What sealing adds to each part: a nonce and a tag. */
const added = 28;

type Sealing = { vault: Pick<Vault, "seal" | "openBytes">; wrappedKey: Buffer; place: CipherContext };

/** Binds each part to its position, and the last one to being the last: parts can be neither moved nor left out. */
const partPlace = ({ place }: Sealing, index: number, isLast: boolean): CipherContext => ({
  ...place,
  id: `${place.id}/${index}${isLast ? "/last" : ""}`,
});

/** Seals a stream part by part. `openStream` opens it. */
export async function* sealStream(source: AsyncIterable<Buffer>, sealing: Sealing): AsyncGenerator<Buffer> {
  const { vault, wrappedKey } = sealing;
  yield* inParts(source, partBytes, (part, index, isLast) =>
    vault.seal(wrappedKey, partPlace(sealing, index, isLast), part),
  );
}

/** Opens what `sealStream` sealed, part by part. @throws when it was changed, cut off, or belongs to another place. */
export async function* openStream(source: AsyncIterable<Buffer>, sealing: Sealing): AsyncGenerator<Buffer> {
  const { vault, wrappedKey } = sealing;
  yield* inParts(source, partBytes + added, (part, index, isLast) =>
    vault.openBytes(wrappedKey, partPlace(sealing, index, isLast), part),
  );
}

async function* inParts(
  source: AsyncIterable<Buffer>,
  most: number,
  make: (part: Buffer, index: number, isLast: boolean) => Buffer,
): AsyncGenerator<Buffer> {
  let index = 0;
  let kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    kept.push(chunk);
    bytes += chunk.length;
    // A full part waits until more comes: it may be the last one.
    if (bytes <= most) continue;
    let rest = Buffer.concat(kept);
    for (; rest.length > most; rest = rest.subarray(most)) {
      yield make(rest.subarray(0, most), index, false);
      index += 1;
    }
    kept = [rest];
    bytes = rest.length;
  }
  yield make(Buffer.concat(kept), index, true);
}

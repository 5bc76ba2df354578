import { createHash } from "node:crypto";
import { Readable, Transform } from "node:stream";
import yazl from "yazl";
import type { Adapters } from "../../../../call.ts";
import type { Within } from "../../../../jobs/jobs.ts";
import { canonical } from "../../../../security/audit-chain.ts";
import { manifestFormat, manifestText, sha256Of } from "../../../../security/record-check.ts";
import { openStored } from "../../../files/index.ts";
import { chainLines } from "../queries/chain.ts";
import type { PersonRecord } from "../queries/record.ts";
import { renderRecord } from "./document.ts";

const about = `A person's complete record.

record.json      all data, in canonical JSON; described in docs/records.md of Touchline
record.pdf       the same, to read and print
files/           what was submitted, exactly as it was uploaded
chain.ndjson     the sealed history: each entry with its hash and the one before, up to a signed checkpoint
manifest.json    the SHA-256 hash of each of these files
manifest.sig     the signature of the manifest, and the public key

To check it on any computer with Touchline's source, without its server:

    npm run verify:record -- record.zip --key public.pem

public.pem is the installation's key, which you keep elsewhere (the Audit log page shows it). Without it, the key in the
archive is trusted.
`;

/**
 * Creates the archive while it is read: files pass through one after the other, and are hashed for the manifest, which comes
 * last.
 *
 * @param onPacked is called before each part with how many of `partsOf` are done.
 */
export function archiveOf(
  { said, files, covered }: PersonRecord,
  adapters: Adapters,
  within: Within,
  onPacked: (packed: number) => Promise<void> = async () => {},
) {
  const archive = new yazl.ZipFile();
  const mtime = new Date(said.exportedAt);
  const listed: { path: string; bytes: number; sha256: string }[] = [];
  const addLater = (
    path: string,
    open: () => Promise<Readable> | Readable,
    more: { mtime?: Date; packed?: boolean } = {},
  ) =>
    archive.addReadStreamLazy(path, { mtime: more.mtime ?? mtime, compress: !more.packed }, (give) => {
      Promise.resolve()
        .then(open)
        .then(
          (stream) => give(null, stream),
          (error) => give(error, Readable.from([])),
        );
    });
  const add = (path: string, open: () => Promise<Readable> | Readable, more: { mtime?: Date; packed?: boolean } = {}) =>
    addLater(
      path,
      async () => {
        await onPacked(listed.length);
        const source = await open();
        const hashed = hashing((found) => listed.push({ path, ...found }));
        source.on("error", (error) => hashed.destroy(error));
        return source.pipe(hashed);
      },
      more,
    );
  add("read-me.txt", () => Readable.from([Buffer.from(about)]));
  add("record.json", () => Readable.from([Buffer.from(canonical(said))]));
  add("record.pdf", async () => Readable.from([await renderRecord(said)]));
  for (const file of files) {
    // Pictures and compressed files don't get smaller.
    add(file.path, () => openStored(adapters, file.stored), { mtime: file.uploadedAt, packed: true });
  }
  add("chain.ndjson", () => Readable.from(chainLines(covered, within)));
  let manifest = "";
  addLater("manifest.json", () => {
    manifest = canonical({
      format: manifestFormat,
      recordId: said.recordId,
      organizationId: said.organization.organizationId,
      profileId: said.person.profileId,
      exportedAt: said.exportedAt,
      files: listed.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    });
    return Readable.from([Buffer.from(manifest)]);
  });
  addLater("manifest.sig", () => {
    const { keyId, publicKey, sign } = adapters.vault.signing;
    const signature = sign(manifestText(sha256Of(Buffer.from(manifest))));
    return Readable.from([Buffer.from(canonical({ keyId, publicKey, signature }))]);
  });
  archive.end();
  const stream = archive.outputStream as Readable;
  archive.on("error", (error) => stream.destroy(error as Error));
  return stream;
}

/** Returns how many parts an archive has besides the manifest and its signature. */
export const partsOf = ({ files }: Pick<PersonRecord, "files">) => files.length + 4;

/** Passes everything through, and reports the size and hash at the end. */
function hashing(onHashed: (found: { bytes: number; sha256: string }) => void): Transform {
  const hash = createHash("sha256");
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, give) {
      hash.update(chunk);
      bytes += chunk.length;
      give(null, chunk);
    },
    flush(give) {
      onHashed({ bytes, sha256: hash.digest("hex") });
      give();
    },
  });
}

import { Readable } from "node:stream";
import yazl from "yazl";
import { actingProfile, type Call } from "../../../../call.ts";
import { notFound } from "../../../../errors.ts";
import type { FileAnswer } from "../../../../http/mount.ts";
import { mayOpen, openStored, refuseUnlooked } from "../../../files/index.ts";
import { permittedOn } from "./permitted.ts";
import { auditView } from "./view-files.ts";

/**
 * The files of the submission that is shown in one archive, which is made while it is sent: one file after the other is
 * read, and none is held.
 *
 * @throws NotFound, Forbidden, Conflict (also when none of them can be opened)
 */
export async function downloadArchive(
  call: Call,
  input: { requirementId: string; profileLevelAccessId: string },
): Promise<FileAnswer> {
  const found = await permittedOn(call, input, "download");
  const by = actingProfile(call);
  const [first] = found.on.files;
  if (!first) throw notFound("file");
  const files = found.on.files.filter((file) => mayOpen(by, file));
  if (files.length === 0) refuseUnlooked(by, first);
  await auditView(
    call,
    found,
    "downloaded",
    files.map((file) => file.fileId),
  );
  const archive = new yazl.ZipFile();
  const names = unlike(files.map((file) => file.name));
  files.forEach((file, index) => {
    const mtime = file.uploadedAt;
    // Images and compressed files are stored without compressing them again.
    archive.addReadStreamLazy(names[index] ?? "file", { mtime, compress: false }, (give) => {
      openStored(call.adapters, file).then(
        (stream) => give(null, stream),
        (error) => give(error, Readable.from([])),
      );
    });
  });
  archive.end();
  const stream = archive.outputStream as Readable;
  archive.on("error", (error) => stream.destroy(error as Error));
  return { name: `${fit(found.on.required.name)}.zip`, mediaType: "application/zip", bytes: null, stream };
}

/** Makes a file name valid on every file system and unable to leave the folder it is extracted into. */
function fit(name: string): string {
  const plain = name
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replaceAll(/[\u0000-\u001f\u007f<>:"/\\|?*\u202a-\u202e\u2066-\u2069]/g, "_")
    .replaceAll(/^[. ]+|[. ]+$/g, "");
  const named = plain === "" ? "file" : plain;
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(named) ? `_${named}` : named;
}

/** Names of which no two are the same, not even where upper and lower case are. */
export function unlike(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map(fit).map((name) => {
    const [, stem = name, ending = ""] = /^(.*?)(\.[^.]+)?$/s.exec(name) ?? [];
    let free = name;
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${stem} (${number})${ending}`;
    taken.add(free.toLowerCase());
    return free;
  });
}

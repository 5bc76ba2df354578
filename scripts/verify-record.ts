/**
 * `npm run verify:record -- RECORD.zip --key PUBLIC.pem…`: checks the archive with one person's record, without a server or
 * database. Exit code 0: everything is as it was exported. 1: something is wrong. 2: the archive couldn't be checked. 3:
 * nothing is wrong, but no key was given, so anyone could have forged the archive.
 */

import { type FileHandle, open, readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { entriesIn } from "@touchline/api/documents/zip-entries";
import { checkRecord } from "@touchline/api/security/record-check";
import { plural } from "@touchline/rules";

/** The most problems that are listed one by one. */
const maxReported = 50;

/** @returns the exit code. */
export async function verifyRecord(args: string[], say: (line: string) => void): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { key: { type: "string", multiple: true, default: [] as string[] } },
  });
  const [file] = positionals;
  if (!file) {
    say("Give the path of the file: npm run verify:record -- record.zip --key public.pem");
    return 2;
  }
  const trusted = await Promise.all(values.key.map((path) => readFile(path, "utf8")));
  const handle: FileHandle = await open(file);
  try {
    const { size } = await handle.stat();
    const read = async (position: number, length: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    };
    const { entries, problem } = await entriesIn({ size, read });
    const found = await checkRecord(entries, { trusted });
    const problems = [...(problem ? [problem] : []), ...found.problems];
    say(found.person ? `${file}: the record of ${found.person}.` : `${file}: the person's name can't be read.`);
    say(
      `Files: ${found.files}. Audit log entries of this record: ${found.shown}. Entries between them: ${found.between}.`,
    );
    for (const note of found.notes) say(`Note: ${note}`);
    for (const one of problems.slice(0, maxReported)) say(`WRONG: ${one}`);
    if (problems.length > maxReported)
      say(plural(problems.length - maxReported, { one: "… and # more problem.", other: "… and # more problems." }));
    if (problems.length > 0) {
      say(plural(problems.length, { one: "# problem was found.", other: "# problems were found." }));
      return 1;
    }
    if (trusted.length === 0) {
      say("Not authenticated: nothing is wrong in the file, but anyone can sign such a file with their own key.");
      say("Give the public key that you keep: --key public.pem");
      return 3;
    }
    say("The record is complete and unchanged.");
    return 0;
  } finally {
    await handle.close();
  }
}

if (process.argv[1]?.endsWith("run.mjs")) {
  process.exitCode = await verifyRecord(process.argv.slice(2), console.log).catch((error: Error) => {
    console.error(error.message);
    return 2;
  });
}

/**
 * `npm run audit:verify -- EXPORT --key PUBLIC.pem… [--checkpoint KEPT.json]… [--known-break ENTRY]…`: checks an export of the
 * audit log without the database. Exit code 0: everything is as it was sealed. 1: something is wrong. 2: the export couldn't be
 * checked. 3: nothing is wrong, but no key was given, so anyone could have forged the export.
 */

import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { checkExport } from "@touchline/api/security/audit-check";
import { plural } from "@touchline/rules";

/** The most problems that are listed one by one. */
const maxReported = 50;

/** @returns the exit code. */
export async function verifyExport(args: string[], say: (line: string) => void): Promise<number> {
  const several = { type: "string", multiple: true, default: [] as string[] } as const;
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { key: several, checkpoint: several, "known-break": several },
  });
  const [file] = positionals;
  if (!file) {
    say(
      "Give the path of the file: npm run audit:verify -- audit-log.ndjson --key public.pem [--checkpoint kept.json]",
    );
    return 2;
  }
  const trusted = await Promise.all(values.key.map((path) => readFile(path, "utf8")));
  const kept = await Promise.all(
    values.checkpoint.map(async (path) => {
      const read = JSON.parse(await readFile(path, "utf8"));
      return read.checkpoint ?? read;
    }),
  );
  const knownBreaks = values["known-break"].map(Number);
  const lines = createInterface({ input: createReadStream(file), crlfDelay: 0 });
  const found = await checkExport(lines, { trusted, kept, knownBreaks });
  say(`${file}: organization ${found.organizationId ?? "unknown"}, entries ${found.from} to ${found.through}.`);
  say(`Entries: ${found.entries}. Entries in full: ${found.shown}. Checkpoints: ${found.checkpoints}.`);
  for (const note of found.notes) say(`Note: ${note}`);
  for (const problem of found.problems.slice(0, maxReported)) say(`WRONG: ${problem}`);
  if (found.problems.length > maxReported)
    say(plural(found.problems.length - maxReported, { one: "… and # more problem.", other: "… and # more problems." }));
  if (found.problems.length > 0) {
    say(plural(found.problems.length, { one: "# problem was found.", other: "# problems were found." }));
    return 1;
  }
  if (!found.authenticated) {
    say("Not authenticated: nothing is wrong in the file, but anyone can sign such a file with their own key.");
    say("Give the public key that you keep: --key public.pem");
    return 3;
  }
  say("The audit log is complete and unchanged.");
  return 0;
}

if (process.argv[1]?.endsWith("run.mjs")) {
  process.exitCode = await verifyExport(process.argv.slice(2), console.log).catch((error: Error) => {
    console.error(error.message);
    return 2;
  });
}

/**
 * `npm run verify:record -- RECORD.zip [--key PUBLIC.pem]…`: checks the archive with one person's record, without a server
 * or database. Exit code 1 when anything is wrong, 2 when it could not be looked at.
 */
import { type FileHandle, open, readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { checkRecord } from "@touchline/api/kernel/record-check";
import { entriesIn } from "@touchline/api/kernel/zip-entries";

/** Problems that are told one by one. */
const mostTold = 50;

/** @returns the exit code. */
export async function verifyRecord(args: string[], say: (line: string) => void): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { key: { type: "string", multiple: true, default: [] as string[] } },
  });
  const [file] = positionals;
  if (!file) {
    say("Name the file: npm run verify:record -- record.zip [--key public.pem]");
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
    say(`${file}: the record of ${found.person ?? "nobody that can be read"}.`);
    say(`${found.files} files, ${found.shown} entries of the sealed history, ${found.between} between them.`);
    for (const note of found.notes) say(`Note: ${note}`);
    for (const one of problems.slice(0, mostTold)) say(`WRONG: ${one}`);
    if (problems.length > mostTold) say(`… and ${problems.length - mostTold} more.`);
    say(problems.length === 0 ? "Everything is as it was handed out." : `${problems.length} things are wrong.`);
    return problems.length === 0 ? 0 : 1;
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

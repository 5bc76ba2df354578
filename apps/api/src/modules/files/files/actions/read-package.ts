import { randomUUID } from "node:crypto";
import { posix } from "node:path";
import type { Readable } from "node:stream";
import { mostPackageFiles, mostPackageUnpacked, type PackageItem, type PackageStandard } from "@touchline/rules";
import type { ActivityTree, PackageFinding, PackageSequencing } from "../../../../schema/json.ts";
import { followSequencing } from "./follow-sequencing.ts";
import { runsByHead, wrong, wrongPath } from "./inspect-names.ts";
import {
  type Archive,
  contentOf,
  openArchive,
  walkArchive,
  type ZipEntry,
  type ZipSource,
  type ZipVisitor,
} from "./inspect-zip.ts";
import { openPackageReview } from "./package-findings.ts";
import { manifestName, notACourse } from "./package-problems.ts";
import { readManifest } from "./read-manifest.ts";

/** The contents of a training package, by its manifest and its directory. */
export type TrainingPackage = {
  standard: PackageStandard;
  /** The edition of SCORM 2004. */
  edition: string;
  title: string;
  items: PackageItem[];
  /** If its parts have more than an order; null: they don't. */
  sequencing: PackageSequencing | null;
  findings: PackageFinding[];
  entries: PackageEntry[];
};
/** A file in it: where its bytes begin among those of all files, one after the other, unpacked. */
export type PackageEntry = { path: string; firstByte: number; bytes: number };

/** Paths are stored in an index, which doesn't accept much longer ones. */
const mostPathBytes = 500;
const mostManifest = 2 * 1024 * 1024;
/**
 * Courses consist of many small files; none of them is a program. Scripts are normal: they run where they can't reach anything.
 */
const program = /\.(exe|com|bat|cmd|scr|pif|msi|vbs|vbe|wsf|ps1|hta|lnk|dll|apk|cpl|reg)$/i;
const rules = {
  mostEntries: mostPackageFiles,
  mostUnpacked: mostPackageUnpacked,
  wrongName: (name: string) =>
    wrongPath(name) ??
    (program.test(name) ? notACourse.program : null) ??
    (Buffer.byteLength(name) > mostPathBytes ? notACourse.longPath : null),
  wrongHead: (head: Buffer) => (runsByHead(head.toString("latin1", 0, 8)) ? notACourse.program : null),
};

/**
 * Reads a package, each of its bytes once: first its directory and its manifest, so that other files are refused before
 * anything is unpacked. Or returns its problem.
 *
 * @param visitor receives the unpacked bytes, in the order of the entries.
 */
export async function readPackage(
  source: ZipSource,
  visitor: Pick<ZipVisitor, "onBytes" | "onMoved">,
): Promise<TrainingPackage | string> {
  const archive = await openArchive(source, rules);
  if (typeof archive === "string") return asCourse(archive);
  const { entries: listed } = archive;
  const paths = new Set(listed.map(pathIn).filter((path) => !path.endsWith("/")));
  if (paths.size < listed.filter((entry) => !pathIn(entry).endsWith("/")).length) return notACourse.twice;
  const manifest = await manifestOf(archive, paths);
  if (typeof manifest === "string") return manifest;
  const { tree, sharesAcross, ...facts } = manifest;
  const sequencing = await beginningOf(tree);
  if (typeof sequencing === "string") return sequencing;
  const entries: PackageEntry[] = [];
  const review = openPackageReview();
  let at = 0;
  const problem = await walkArchive(archive, rules, {
    onMoved: visitor.onMoved,
    onBytes: (chunk) => {
      review.take(chunk);
      return visitor.onBytes(chunk);
    },
    onEntry: (entry) => {
      review.begin(pathIn(entry), entry.size);
      if (!pathIn(entry).endsWith("/")) entries.push({ path: pathIn(entry), firstByte: at, bytes: entry.size });
      at += entry.size;
    },
  });
  if (problem !== null) return asCourse(problem);
  const findings = review.findings();
  if (sharesAcross) findings.push({ kind: "otherCourses", detail: "" });
  return { ...facts, sequencing, findings, entries };
}

/** Tries the sequencing of a package before it is accepted: one that can't be followed here would strand its learners. */
async function beginningOf(tree: ActivityTree | null): Promise<PackageSequencing | null | string> {
  if (tree === null) return null;
  const before = await followSequencing(randomUUID(), { tree, state: null, values: null, request: null });
  if (before === null) return notACourse.slowRules;
  return before.next === null && before.choices.length === 0 ? notACourse.shut : { ...tree, before };
}

const pathIn = ({ name }: Pick<ZipEntry, "name">) => posix.normalize(name.replaceAll("\\", "/"));
/** Puts the problem of an archive into the words for courses, whose limits are higher than those of documents. */
const asCourse = (problem: string): string =>
  problem === wrong.many ? notACourse.many : problem === wrong.large ? notACourse.large : problem;

async function manifestOf(archive: Archive, paths: ReadonlySet<string>) {
  const manifest = archive.entries.find((entry) => pathIn(entry).toLowerCase() === manifestName);
  if (!manifest) {
    const inFolder = [...paths].some((path) => path.toLowerCase().endsWith(`/${manifestName}`));
    return inFolder ? notACourse.folder : notACourse.noManifest;
  }
  if (manifest.size > mostManifest || manifest.packed > mostManifest) return notACourse.longManifest;
  const content = await upTo(() => contentOf(archive, manifest), manifest.size);
  return content === null ? wrong.damaged : readManifest(textOf(content), paths);
}

/** Reads all of a stream; null if it is broken, or longer than declared. */
async function upTo(open: () => Promise<Readable>, most: number): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of (await open()) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > most) return null;
      parts.push(chunk);
    }
    return Buffer.concat(parts);
  } catch {
    return null;
  }
}

/** By its byte order mark, else by its declaration; else UTF-8. */
function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const encoding = /^<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(bytes.toString("latin1", 0, 200))?.[1] ?? "utf-8";
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return bytes.toString("utf8");
  }
}

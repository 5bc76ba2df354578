import { Readable } from "node:stream";
import { and, eq } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Adapters, Reading } from "../../../../call.ts";
import { ours, type Tenancy } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { rangeOf } from "../../../../http/mount.ts";
import type { ByteRange } from "../../../../http/route.ts";
import { isStorable } from "../../../../http/unstorable-text.ts";
import { attempt, requirement } from "../../../../schema/compliance.ts";
import { contentVersion } from "../../../../schema/library.ts";
import { inflating } from "../../../files/index.ts";
import { packageById, packageEntry } from "../../../library/index.ts";
import { namesOf } from "../../../people/index.ts";
import { progressOf, sequenceOf, sharedDataFor, valuesOf } from "../queries.ts";
import { noAttempt, openLink, type PackageLink, packagePath, packagesAt } from "./address.ts";
import { givenTo, library, startScript } from "./runtime.ts";

export type Serving = { tenancy: Tenancy; adapters: Adapters; now: () => Date };

/** The reserved path prefix of the runtime's files. */
const own = "_touchline";

const types: Record<string, string> = {
  html: "text/html",
  htm: "text/html",
  xhtml: "application/xhtml+xml",
  js: "text/javascript; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  css: "text/css",
  json: "application/json",
  xml: "application/xml",
  xsd: "application/xml",
  txt: "text/plain; charset=utf-8",
  vtt: "text/vtt",
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  ico: "image/x-icon",
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  ogg: "audio/ogg",
  wav: "audio/wav",
  mp4: "video/mp4",
  m4v: "video/mp4",
  webm: "video/webm",
  woff: "font/woff",
  woff2: "font/woff2",
  ttf: "font/ttf",
  otf: "font/otf",
  wasm: "application/wasm",
  pdf: "application/pdf",
};
const typeOf = (path: string) => types[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ""] ?? "application/octet-stream";
/** A page larger than this is no page; it is sent as it is. */
const mostPage = 5 * 1024 * 1024;

/**
 * What a package may do wherever it is opened: it has an origin that nothing else has, so neither the session's cookie nor any
 * store, frame or answer of ours is within its reach; it loads from its own files alone and cannot lead the page elsewhere.
 */
function policy(base: string, hasOrigin: boolean): string {
  const inside = `${base} data: blob:`;
  return [
    `sandbox allow-scripts allow-forms allow-popups allow-modals allow-downloads${hasOrigin ? " allow-same-origin" : ""}`,
    "default-src 'none'",
    `script-src ${inside} 'unsafe-inline' 'unsafe-eval'`,
    `style-src ${inside} 'unsafe-inline'`,
    ...["img-src", "media-src", "font-src", "connect-src", "frame-src", "worker-src", "manifest-src"].map(
      (kind) => `${kind} ${inside}`,
    ),
    `form-action ${base}`,
    `base-uri ${base}`,
    "object-src 'none'",
  ].join("; ");
}

/**
 * Says that the files of packages may be read by frames without an origin, whatever headers their scripts set. It tells nothing
 * of what there is: the address alone opens a file.
 */
export function allowReading(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const requestedHeaders = request.headers["access-control-request-headers"];
  return reply
    .code(204)
    .header("access-control-allow-origin", "*")
    .header("access-control-allow-methods", "GET, HEAD, OPTIONS")
    .header(
      "access-control-allow-headers",
      typeof requestedHeaders === "string" && requestedHeaders !== "" ? requestedHeaders.slice(0, 1000) : "*",
    )
    .header("access-control-max-age", 7200)
    .header("vary", "access-control-request-headers")
    .header("allow", "GET, HEAD, OPTIONS")
    .send();
}

/** Serves a file of a package to callers with its address. @throws NotFound if the address is invalid or expired. */
export async function servePackage(
  serving: Serving,
  request: FastifyRequest<{ Params: { token: string; "*": string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { tenancy, adapters } = serving;
  const { token, "*": path } = request.params;
  const link = openLink(adapters, token, serving.now());
  if (link === null) throw notFound("training");
  const { packagesUrl } = adapters.site;
  const base = `${packagesAt(adapters.site)}${packagePath}/${token}/`;
  // By the host that was really asked: on the page's own it never has an origin.
  const hasOrigin = packagesUrl !== undefined && request.host === new URL(packagesUrl).host;
  reply
    .header("content-security-policy", policy(base, hasOrigin))
    .header("x-content-type-options", "nosniff")
    .header("referrer-policy", "no-referrer")
    .header("cache-control", "private, no-store")
    // Windows that a course opens are sandboxed too; browsers refuse those of a page that isolates itself.
    .header("cross-origin-opener-policy", "unsafe-none")
    // The frame's opaque origin loads fonts and modules without credentials, from an address that cannot be guessed.
    .header("access-control-allow-origin", "*");
  const organizationId = tenancy.found(link.organizationId);
  const within = <Result>(work: (call: Reading & { adapters: Adapters }) => Promise<Result>) =>
    tenancy.run(organizationId, (db) => work({ db, organizationId, adapters }));
  if (path === `${own}/runtime.js`)
    return sendLibrary(request, reply, await within((call) => packageById(call, link.fileId)));
  if (path === `${own}/start.js`) {
    return reply.type("text/javascript; charset=utf-8").send(await within((call) => startOf(call, link, hasOrigin)));
  }
  // No package has a file of such a name.
  if (!isStorable(path)) throw notFound("file");
  const entry = await within((call) => packageEntry(call, { fileId: link.fileId, path }));
  // Files that a later scan found infected are no longer served.
  if (entry.scan === "infected") throw notFound("file");
  const type = typeOf(entry.path);
  const isPage = /^(text\/html|application\/xhtml)/.test(type);
  if (isPage && entry.bytes <= mostPage) {
    const page = withRuntime(await whole(await contentOf(adapters, entry)), `${packagePath}/${token}/${own}`);
    return reply.type(page.charset === null ? type : `${type}; charset=${page.charset}`).send(page.bytes);
  }
  const range = rangeOf(request.headers.range, entry.bytes);
  reply.type(type).header("accept-ranges", "bytes");
  if (!/^(text|image|audio|video|font|application\/(javascript|json|xml|wasm|pdf|xhtml))/.test(type)) {
    reply.header("content-disposition", "attachment");
  }
  if (range) {
    reply.code(206).header("content-range", `bytes ${range.first}-${range.last}/${entry.bytes}`);
    reply.header("content-length", range.last - range.first + 1);
  } else reply.header("content-length", entry.bytes);
  return reply.send(await contentOf(adapters, entry, range));
}

async function sendLibrary(
  request: FastifyRequest,
  reply: FastifyReply,
  { standard }: Awaited<ReturnType<typeof packageById>>,
) {
  const { plain, packed } = await library(standard);
  const takesPacked = /\bbr\b/.test(String(request.headers["accept-encoding"] ?? ""));
  reply.type("text/javascript; charset=utf-8").header("vary", "accept-encoding");
  if (takesPacked) reply.header("content-encoding", "br");
  return reply.send(takesPacked ? packed : plain);
}

const about = (
  { standard, items }: Awaited<ReturnType<typeof packageById>>,
  { sittingId, item }: PackageLink,
  hasOrigin: boolean,
  { adapters }: { adapters: Adapters },
) => ({
  ...{ standard, sittingId, hasOrigin, item },
  page: new URL(adapters.site.url).origin,
  leads: null,
  ids: items.map(({ id = "" }) => id),
  data: items[item]?.data ?? [],
});

/** Reads the saved state the open part starts with. */
async function startOf(call: Reading & { adapters: Adapters }, link: PackageLink, hasOrigin: boolean): Promise<string> {
  const of = await packageById(call, link.fileId);
  const item = of.items[link.item];
  if (item && link.attemptId === noAttempt) {
    const preview = { saved: {}, seconds: 0, minimumScore: null, learner: { id: link.sittingId, name: "Preview" } };
    return startScript({
      ...about(of, link, hasOrigin, call),
      stores: {},
      ...givenTo({ standard: of.standard, item, ...preview }),
    });
  }
  const rows = await progressOf(call, link.attemptId);
  const row = rows.find((one) => one.item === link.item);
  const [taken] = await call.db
    .select({ profileId: requirement.profileId, settings: contentVersion.settings })
    .from(attempt)
    .innerJoin(requirement, and(ours(requirement, call), eq(requirement.requirementId, attempt.requirementId)))
    .innerJoin(
      contentVersion,
      and(ours(contentVersion, call), eq(contentVersion.contentVersionId, attempt.contentVersionId)),
    )
    .where(and(ours(attempt, call), eq(attempt.attemptId, link.attemptId)));
  if (!item || !row || !taken) throw notFound("training");
  const sequence = (await sequenceOf(call, of, link.attemptId))?.stepped ?? null;
  const name = (await namesOf(call, [taken.profileId])).get(taken.profileId) ?? "";
  const { settings } = taken;
  const values = await valuesOf(call, row);
  return startScript({
    ...about(of, link, hasOrigin, call),
    stores: await sharedDataFor(call, of, item, rows),
    leads: sequence && {
      next: sequence.next !== null,
      back: sequence.back !== null,
      ids: sequence.choices.flatMap((place) => of.items[place]?.id ?? []),
    },
    ...givenTo({
      standard: of.standard,
      item,
      saved: values,
      shared: sequence?.opens === link.item ? sequence.objectives : {},
      seconds: row.seconds,
      minimumScore: settings.kind === "custom-training" ? (settings.minimumScore ?? null) : null,
      learner: { id: taken.profileId, name: name.slice(0, 200) },
    }),
  });
}

type Entry = Pick<
  Awaited<ReturnType<typeof packageEntry>>,
  "storageKey" | "packed" | "firstByte" | "packedBytes" | "bytes"
>;

/**
 * Serves a file of a package as it is stored. A file of an older package, which has only its zip, is unpacked while it is sent;
 * for a range, the bytes before it are skipped.
 */
async function contentOf({ files }: Adapters, entry: Entry, range: ByteRange | null = null): Promise<Readable> {
  const { firstByte, packedBytes, bytes } = entry;
  if (bytes === 0) return Readable.from([]);
  if (!entry.packed) {
    const [first, last] = range ? [range.first, range.last] : [0, bytes - 1];
    return files.open(entry.storageKey, { first: firstByte + first, last: firstByte + last });
  }
  const raw = await files.open(entry.storageKey, { first: firstByte, last: firstByte + packedBytes - 1 });
  const content = inflating(raw);
  return range ? Readable.from(part(content, range), { objectMode: false }) : content;
}

async function* part(content: Readable, { first, last }: ByteRange): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    const [from, to] = [Math.max(0, first - at), Math.min(chunk.length, last + 1 - at)];
    if (to > from) yield chunk.subarray(from, to);
    at += chunk.length;
    if (at > last) return;
  }
}

async function whole(content: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of content as AsyncIterable<Buffer>) parts.push(chunk);
  return Buffer.concat(parts);
}

/** Bytes in which browsers look for what a page says of its characters. */
const mostBeforeCharset = 1024;
const commentEnd = "-->";

/**
 * Where the contents of a page begin: behind its head, else its html, else its doctype, none of them in a comment; −1 where it
 * has none of these. Goes through the page once: what has no end is the last that is looked at.
 */
function beginOf(text: string): number {
  const marks = /<(!--|!doctype|(?:head|html)(?=[\s>]))/gi;
  const behind = new Map<string, number>();
  for (let found = marks.exec(text); found && !behind.has("head"); found = marks.exec(text)) {
    const mark = (found[1] ?? "").toLowerCase();
    const close = mark === "!--" ? commentEnd : ">";
    const end = text.indexOf(close, marks.lastIndex);
    if (end < 0) break;
    marks.lastIndex = end + close.length;
    if (!behind.has(mark)) behind.set(mark, marks.lastIndex);
  }
  return behind.get("head") ?? behind.get("html") ?? behind.get("!doctype") ?? -1;
}

/** The beginning of a page without its comments, of which one without an end is all the rest. */
function plainBeginning(text: string): string {
  let plain = "";
  for (let at = 0; at >= 0 && at < mostBeforeCharset; ) {
    const comment = text.indexOf("<!--", at);
    plain += text.slice(at, comment < 0 ? mostBeforeCharset : comment);
    const end = comment < 0 ? -1 : text.indexOf(commentEnd, comment + 4);
    at = end < 0 ? -1 : end + commentEnd.length;
  }
  return plain.slice(0, mostBeforeCharset);
}

/**
 * Serves a page with the runtime's two scripts before its own. Because they move the page's own charset declaration away from
 * the beginning, the charset is sent in the header.
 */
export function withRuntime(page: Buffer, place: string): { bytes: Buffer; charset: string | null } {
  const scripts = `<script src="${place}/runtime.js"></script><script src="${place}/start.js"></script>`;
  const wide = page[0] === 0xff && page[1] === 0xfe;
  const text = wide ? page.toString("utf16le") : page.toString("latin1");
  const begin = beginOf(text);
  const mark = !wide && text.startsWith("\u00ef\u00bb\u00bf") ? 3 : wide ? 1 : 0;
  const at = begin < 0 ? mark : begin;
  const bytes = Buffer.from(text.slice(0, at) + scripts + text.slice(at), wide ? "utf16le" : "latin1");
  if (wide) return { bytes, charset: "utf-16le" };
  if (mark === 3) return { bytes, charset: "utf-8" };
  const charset = /<meta[^>]*charset\s*=\s*["']?\s*([\w-]+)/i.exec(
    plainBeginning(text.slice(0, mostBeforeCharset)),
  )?.[1];
  return { bytes, charset: charset?.toLowerCase() ?? null };
}

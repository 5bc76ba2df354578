import type { Readable } from "node:stream";
import { type AnyEndpoint, isRepeatable, maxFileBytes } from "@touchline/contract";
import { issueText } from "@touchline/contract/issue-text";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Adapters } from "../call.ts";
import { Refusal } from "../errors.ts";
import type { UploadedFile } from "./route.ts";

const mostUploads = 5;

type Part = Awaited<ReturnType<ReturnType<FastifyRequest["parts"]>["next"]>>["value"];

/**
 * Reads the fields and files of a multipart body. Files go to the adapter as they arrive; the caller removes them when it
 * refuses.
 *
 * @param note called with the key of a file before its bytes arrive.
 */
export async function readParts(
  request: FastifyRequest,
  {
    adapters,
    inspect,
  }: { adapters: Adapters; inspect: (adapters: Adapters, upload: UploadedFile) => Promise<UploadedFile> },
  uploads: UploadedFile[],
  note: (storageKey: string) => Promise<void>,
): Promise<unknown> {
  const fields: Record<string, string> = {};
  for await (const part of partsOf(request)) {
    if (part.type === "file") {
      const { files } = adapters;
      const storageKey = files.newKey();
      await note(storageKey);
      const received = await files.receive(part.file, maxFileBytes, storageKey).catch((error: unknown) => {
        throw isCutOff(part.file, error) ? malformed(error) : error;
      });
      if (!received) throw new Refusal("tooLarge", `“${part.filename}” is larger than 25 MB. Upload a smaller file.`);
      const upload = { ...received, name: part.filename };
      uploads.push(upload);
      Object.assign(upload, await inspect(adapters, upload));
    } else if (typeof part.value === "string") {
      fields[part.fieldname] = part.value;
    }
  }
  return fields;
}

/** Yields the parts of a multipart body, in order. A body that can't be parsed is the sender's mistake. */
async function* partsOf(request: FastifyRequest): AsyncGenerator<Part> {
  const parts = request.parts({ limits: { files: mostUploads, fields: 20, fieldSize: 10_000 } });
  try {
    for (;;) {
      const { done, value } = await parts.next().catch((error: unknown) => {
        throw malformed(error);
      });
      if (done) return;
      yield value;
    }
  } finally {
    await parts.return?.(undefined);
  }
}

/** Returns whether reading a file failed because the body ended early; other errors come from the disk. */
const isCutOff = (file: Readable, error: unknown) =>
  error === file.errored || (error as NodeJS.ErrnoException).code === "ERR_STREAM_PREMATURE_CLOSE";

/** Converts the parser's errors: its limits have a status of their own, others are plain errors. */
function malformed(error: unknown): unknown {
  if ((error as { statusCode?: number }).statusCode !== undefined) return error;
  return new Refusal("malformed", "The upload couldn't be read. Send it again as multipart/form-data.");
}

/** Returns the parsed value, or a refusal that lists each invalid field. */
export function judged(schema: z.ZodType, value: unknown): { value: unknown } | { error: Refusal } {
  const result = schema.safeParse(value, { error: issueText });
  if (result.success) return { value: result.data };
  const errors = result.error.issues.map((issue) => ({
    path: issue.code === "unrecognized_keys" ? issue.keys.join(", ") : issue.path.join("."),
    message: issue.message,
  }));
  return { error: new Refusal("invalid", errors[0]?.message ?? "This isn't valid.", { errors }) };
}

/** @throws Refusal listing each invalid field. */
export function validated(schema: z.ZodType, value: unknown): never {
  const result = judged(schema, value);
  if ("error" in result) throw result.error;
  return result.value as never;
}

/**
 * Returns the query with names as they are declared: case-insensitive, because the specification itself mixes them; a list can
 * be written `name[]`. A repeated name counts as a list.
 *
 * @throws Refusal listing each unknown name.
 */
export function inDeclaredCase(endpoint: AnyEndpoint, query: unknown): Record<string, unknown> {
  const declared = new Map(
    Object.entries(endpoint.query.shape).flatMap(([name, schema]) => [
      [name.toLowerCase(), name],
      ...(isRepeatable(schema) ? [[`${name.toLowerCase()}[]`, name] as const] : []),
    ]) as [string, string][],
  );
  const read = new Map<string, unknown>();
  const unknown: string[] = [];
  for (const [rawName, value] of Object.entries(query as Record<string, unknown>)) {
    const name = declared.get(rawName.toLowerCase());
    if (name === undefined) unknown.push(rawName.slice(0, 100));
    else read.set(name, read.has(name) ? [read.get(name), value].flat() : value);
  }
  if (unknown.length > 0) {
    const errors = unknown.map((path) => ({ path, message: "This call doesn't have a query parameter of this name." }));
    throw new Refusal("invalid", `This call doesn't have the query parameter "${unknown[0]}".`, { errors });
  }
  return Object.fromEntries(read);
}

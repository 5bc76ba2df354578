import type { IncomingMessage } from "node:http";

const usualBytes = 16 * 1024;

/** Returns the fields of a posted form, or null if it isn't a form, is too large, or contains what PostgreSQL can't store. */
export async function readForm(request: IncomingMessage, most = usualBytes): Promise<URLSearchParams | null> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers["content-type"] ?? "")) return null;
  if (Number(request.headers["content-length"] ?? 0) > most) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > most) return null;
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString("utf8");
  return text.includes("%00") || text.includes("\0") ? null : new URLSearchParams(text);
}

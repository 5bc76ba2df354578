import { words } from "./words.ts";
/** The result of a call: data (null if the answer had none), or the server's error. */
export type Answer<Data> = { ok: true; data: Data | null } | { ok: false; status: number; error: unknown };

export interface ReadOptions {
  /** Not found is an answer here, not a failure. */
  nullOn404?: boolean;
}

/**
 * Reads any answer of the server. 404 is null if the caller asks for that; 204 and an empty body are null; a body that can't be
 * parsed is an error with status 200; a failed answer gives its error body, or its status text. Source: specification 2,
 * section 8, generic response helper.
 */
export async function readResponse<Data>(response: Response, options: ReadOptions = {}): Promise<Answer<Data>> {
  if (response.status === 404 && options.nullOn404) return { ok: true, data: null };
  if (response.status === 204) return { ok: true, data: null };
  const text = await response.text();
  const body = parse(text);
  if (!response.ok) return { ok: false, status: response.status, error: body ?? response.statusText };
  if (text.trim() === "") return { ok: true, data: null };
  if (body === undefined) {
    return { ok: false, status: 200, error: { status: 200, message: words.unparsableResponse } };
  }
  return { ok: true, data: body as Data };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The message for unknown errors. Source: specification 2, section 8, generic failure message. */
export function genericFailure(supportEmail: string): string {
  return words.unexpectedError({ supportEmail });
}

const deepest = 4;
const longest = 500;

/**
 * The sentence to show for an error body: its message, its details, or those of its nested error or errors; else the
 * generic failure message. Source: specification 2, section 8, error text extraction.
 */
export function errorText(body: unknown, supportEmail: string): string {
  return extract(body, deepest) ?? genericFailure(supportEmail);
}

function extract(value: unknown, depth: number): string | null {
  if (depth === 0) return null;
  if (typeof value === "string") return sentence(value);
  if (Array.isArray(value)) {
    const found = value.map((item) => extract(item, depth - 1)).filter((text) => text !== null);
    return found.length > 0 ? sentence([...new Set(found)].join(" ")) : null;
  }
  if (typeof value !== "object" || value === null) return null;
  const { message, details, error, errors } = value as Record<string, unknown>;
  for (const part of [message, details, error, errors]) {
    const text = extract(part, depth - 1);
    if (text !== null) return text;
  }
  return null;
}

/** A proxy's error page or an empty text is nothing to show. */
function sentence(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === "" || trimmed.startsWith("<") ? null : trimmed.slice(0, longest);
}

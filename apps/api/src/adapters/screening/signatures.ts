import { createHmac, timingSafeEqual } from "node:crypto";

/** Compares two texts in constant time. */
export function isSame(received: string, expected: string): boolean {
  const [one, other] = [Buffer.from(received), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Tests whether a text is the HMAC-SHA256 of a body in hexadecimal. */
export const isHmacOf = (received: string | undefined, key: string, body: Buffer): boolean =>
  received !== undefined && isSame(received.toLowerCase(), createHmac("sha256", key).update(body).digest("hex"));

/** Parses a JSON body; undefined: it isn't JSON. */
export function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

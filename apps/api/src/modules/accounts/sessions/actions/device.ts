import { isIPv6 } from "node:net";
import type { Vault } from "../../../../security/encryption.ts";

/**
 * What is stored about a session's browser, so that its owner recognizes it: a few words and its network. Without versions and
 * full addresses, nobody can be tracked by it.
 */
export type Device = { words: string | null; network: string | null };

/** The first match counts: most browsers also name older ones. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\/|\bOPT\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bCriOS\/|\bChrome\/|\bHeadlessChrome\//, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

/** Names a browser by its user agent, such as "Firefox on Windows"; null for an unknown one. */
export function deviceWords(userAgent: string): string | null {
  const named = (table: typeof browsers) => table.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = named(browsers);
  const system = named(systems);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? null;
}

/** Shortens an IP address to its network: "203.0.113.x", "2001:db8:1::". */
export function networkOf(address: string): string | null {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (isIPv6(plain)) {
    const [before = ""] = plain.split("::");
    return `${before.split(":").slice(0, 3).join(":")}::`;
  }
  const parts = plain.split(".");
  return parts.length === 4 ? `${parts.slice(0, 3).join(".")}.x` : null;
}

export const deviceOf = (request: { ip: string; headers: { "user-agent"?: string | undefined } }): Device => ({
  words: deviceWords((request.headers["user-agent"] ?? "").slice(0, 500)),
  network: networkOf(request.ip),
});

const place = (sessionId: string) => ({ tenant: "", table: "web_session", column: "device", id: sessionId });

export const sealDevice = (vault: Vault, sessionId: string, device: Device): Buffer =>
  vault.sealShared(place(sessionId), JSON.stringify(device));

export const openDevice = (vault: Vault, sessionId: string, sealed: Buffer | null): Device =>
  sealed === null ? { words: null, network: null } : (JSON.parse(vault.openShared(place(sessionId), sealed)) as Device);

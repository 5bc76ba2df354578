import { lookup, Resolver } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import type { AddressRefusal } from "./port.ts";

/** Resolves all addresses of a name; none if it has none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

const ports = new Set(["", "443", "8443"]);

/** Public addresses that are nevertheless within the networks of cloud providers: the host of a virtual machine at Azure. */
const metadata = new Set(["168.63.129.16"]);
/** The range routed on the internet; special addresses within it have ranges of their own. */
const globalUnicast = ipaddr.parseCIDR("2000::/3");

/**
 * Returns whether an address is on the public internet: not local, not of a private network, and not a translation of another
 * address.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast" || metadata.has(parsed.toString())) return false;
  return parsed.kind() === "ipv4" || parsed.match(globalUnicast);
}

/** Resolves by name servers only: neither this machine's hosts file nor the names of its own network. */
export function resolvePublicly(): Resolve {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  };
}

const resolveHere: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true }).catch(() => [])).map(({ address }) => address);

export type CheckedAddress =
  | { readonly refusal: AddressRefusal }
  | { readonly refusal: null; readonly url: URL; readonly addresses: readonly string[] };

/**
 * Checks addresses that people typed.
 *
 * @param trusted hosts with their ports, `localhost:4000`, which can be anywhere and don't need https: for tests and the demo.
 */
export function addressChecker(trusted: ReadonlySet<string>, resolve: Resolve = resolvePublicly(), here = resolveHere) {
  return async (text: string): Promise<CheckedAddress> => {
    const url = URL.parse(text);
    if (!url || !/^https?:$/.test(url.protocol) || url.hostname === "") return { refusal: "malformed" };
    if (url.username !== "" || url.password !== "") return { refusal: "credentials" };
    const hostname = url.hostname.replace(/^\[|\]$/g, "");
    if (trusted.has(url.host))
      return { refusal: null, url, addresses: isIP(hostname) ? [hostname] : await here(hostname) };
    if (url.protocol !== "https:") return { refusal: "protocol" };
    if (!ports.has(url.port)) return { refusal: "port" };
    const addresses = isIP(hostname) ? [hostname] : await resolve(hostname);
    if (addresses.length === 0) return { refusal: "unresolved" };
    // A single one that isn't public is enough, because we can't choose which of them is connected to.
    return addresses.every(isPublic) ? { refusal: null, url, addresses } : { refusal: "private" };
  };
}

/** Connects only to one of these addresses: the name isn't resolved again. */
export const pinnedLookup =
  (addresses: readonly string[]): LookupFunction =>
  (_hostname, options, done) => {
    const all = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = all;
    if (!first) done(new Error("No address was checked."), "", 0);
    else if (options.all) done(null, all);
    else done(null, first.address, first.family);
  };

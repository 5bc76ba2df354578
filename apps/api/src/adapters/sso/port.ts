import type { SsoProblem } from "@touchline/contract/integrations/single-sign-on";

/** What is asked about identity providers of organizations, and about their domains. */
export type SsoPort = {
  /** Reads the configuration of an OpenID Connect issuer. @returns what is wrong with it, or null. */
  check(issuer: string): Promise<SsoProblem | null>;
  /** Whether an address is on a host of the settings, which may be private and without TLS. */
  isTrusted(address: string): boolean;
  /** Looks up the TXT records of a name. @returns none if it has none; null if name servers don't respond. */
  txt(name: string): Promise<readonly string[] | null>;
};

import { createSign } from "node:crypto";
import { z } from "zod";
import { oauthSession } from "../oauth-session.ts";
import { ProviderError } from "../provider-http.ts";
import {
  fieldOf,
  type PartnerCredentials,
  type PartnerList,
  type PartnerPage,
  type PartnerPort,
  pageOf,
} from "./port.ts";
import { sessionsOf } from "./sessions.ts";

export type LeagueAppsSettings = {
  /** The address of the API, without a trailing slash. */
  url: string;
  /** The address that hands out tokens. */
  tokenUrl: string;
  simulated: boolean;
  example: PartnerCredentials | null;
  /** Milliseconds to wait for one response; the usual time unless given. */
  timeout?: number;
};

const lists: Record<PartnerList, string> = {
  places: "programs-2",
  people: "members-2",
  registrations: "registrations-2",
};

const row = z.looseObject({ id: z.union([z.string().min(1).max(200), z.int()]), lastUpdated: z.int() });
const rows = z.array(row).max(5_000);
const anything = z.unknown();

/** The seconds for which an assertion may be used, at most 300 at LeagueApps. */
const assertionLife = 240;

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Signs who asks for a token (RFC 7523). @throws ProviderError when the key is none */
function assertion({ clientId, secret }: PartnerCredentials, audience: string): string {
  const iat = Math.floor(Date.now() / 1000);
  const claims = { iss: clientId, sub: clientId, aud: audience, iat, exp: iat + assertionLife };
  const unsigned = `${encoded({ alg: "RS256", typ: "JWT" })}.${encoded(claims)}`;
  try {
    return `${unsigned}.${createSign("RSA-SHA256").update(unsigned).sign(secret, "base64url")}`;
  } catch {
    throw new ProviderError("unauthorized", "POST /v2/auth/token");
  }
}

/**
 * LeagueApps, by its export interface.
 *
 * Source: github.com/leagueapps/api-samples (token by jwt-bearer, `members-2` and `registrations-2` with `last-updated` and
 * `last-id`, the row of the cursor comes again). How fields are named beside that is read with care: what is missing is empty.
 */
export function leagueAppsAt(settings: LeagueAppsSettings): PartnerPort {
  const session = sessionsOf((credentials) =>
    oauthSession({
      ...settings,
      clientId: credentials.clientId,
      clientSecret: "",
      longest,
      grant: () => ({
        grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
        assertion: assertion(credentials, settings.tokenUrl),
      }),
    }),
  );
  const siteOf = ({ siteId }: PartnerCredentials) => `/v2/sites/${encodeURIComponent(siteId)}`;
  return {
    source: "LeagueApps",
    name: "LeagueApps",
    simulated: settings.simulated,
    signIn: "key",
    example: settings.example,
    async read(credentials, list, position): Promise<PartnerPage> {
      const query = new URLSearchParams({
        "last-updated": String(position?.updated ?? 0),
        "last-id": position?.id ?? "",
      });
      const path = `${siteOf(credentials)}/export/${lists[list]}?${query}`;
      const found = await session(credentials)({ method: "GET", path, answer: rows });
      const fresh = found.filter((one) => String(one.id) !== position?.id || one.lastUpdated !== position.updated);
      const end = found.at(-1);
      return pageOf({
        position: end ? { updated: end.lastUpdated, id: String(end.id) } : position,
        last: fresh.length === 0,
        ...(list === "places" && { places: fresh.map(placeOf) }),
        ...(list === "people" && { people: fresh.map(personOf) }),
        ...(list === "registrations" && { registrations: fresh.map(registrationOf) }),
      });
    },
    async report(credentials, key, flags) {
      // Here, ids are numbers: one that isn't would have the whole report refused.
      const members = flags
        .filter(({ externalId }) => /^\d+$/.test(externalId))
        .map(({ externalId, cleared }) => ({ userId: Number(externalId), cleared }));
      const body = { key, members };
      await session(credentials)({
        method: "POST",
        path: `${siteOf(credentials)}/members/eligibility`,
        body,
        answer: anything,
      });
    },
    isNew: null,
  };
}

/** Characters of a page: rows may hold fields that are far too long, which are cut. */
const longest = 40_000_000;

type Row = z.output<typeof row>;

const placeOf = ({ id, name, parentId, deleted }: Row) => ({
  placeId: fieldOf(id),
  name: fieldOf(name).trim(),
  parentId: fieldOf(parentId) || null,
  deleted: deleted === true,
});

const personOf = ({ id, userId, firstName, lastName, email, birthDate, phone }: Row) => ({
  externalId: fieldOf(userId) || fieldOf(id),
  firstName: fieldOf(firstName),
  lastName: fieldOf(lastName),
  email: fieldOf(email),
  dateOfBirth: fieldOf(birthDate),
  phone: fieldOf(phone),
});

const registrationOf = ({ id, userId, teamId, programId, role, deleted }: Row) => ({
  registrationId: fieldOf(id),
  externalId: fieldOf(userId),
  placeId: fieldOf(teamId) || fieldOf(programId),
  role: fieldOf(role),
  deleted: deleted === true,
});

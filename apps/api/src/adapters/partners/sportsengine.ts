import { z } from "zod";
import { oauthSession } from "../oauth-session.ts";
import { ProviderError, type ProviderFault } from "../provider-http.ts";
import { jsonOf } from "../screening/signatures.ts";
import { fieldOf, type PartnerCredentials, type PartnerList, type PartnerPort, pageOf } from "./port.ts";
import { sessionsOf } from "./sessions.ts";

export type SportsEngineSettings = {
  /** The address of the API, without a trailing slash. */
  url: string;
  tokenUrl: string;
  simulated: boolean;
  example: PartnerCredentials | null;
  /** Milliseconds to wait for one response; the usual time unless given. */
  timeout?: number;
};

const fields: Record<PartnerList, { name: string; selected: string }> = {
  places: { name: "teams", selected: "id updated name parentId status" },
  people: {
    name: "profiles",
    selected: "id updated firstName lastName birthDate emails { address } phones { number }",
  },
  registrations: { name: "registrations", selected: "id updated profileId teamId role status" },
};

const row = z.looseObject({ id: z.string().min(1).max(200), updated: z.int() });
const list = z.object({ results: z.array(row).max(5_000), pageInfo: z.object({ hasNextPage: z.boolean() }) });
const answer = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.looseObject({ extensions: z.looseObject({ code: z.string() }).nullish() })).nullish(),
});
const webhookBody = z.looseObject({
  organizationId: z.union([z.string(), z.int()]),
  resourceOperation: z.string(),
  resourceId: z.union([z.string(), z.int()]),
  resourceType: z.string(),
});

/** What is wrong where GraphQL answers with status 200 and errors. */
const faults: Record<string, ProviderFault> = {
  UNAUTHENTICATED: "unauthorized",
  FORBIDDEN: "unauthorized",
  RATE_LIMITED: "busy",
  INTERNAL_SERVER_ERROR: "busy",
};

/** Characters of a page: rows may hold fields that are far too long, which are cut. */
const longest = 40_000_000;

/**
 * SportsEngine, by GraphQL.
 *
 * Source: developer.sportsengine.com (OAuth 2, GraphQL, webhooks with `organizationId`, `resourceOperation`, `resourceId` and
 * `resourceType`). A webhook says only that something changed; what changed is read.
 */
export function sportsEngineAt(settings: SportsEngineSettings): PartnerPort {
  const session = sessionsOf(({ clientId, secret }) =>
    oauthSession({ ...settings, clientId, clientSecret: secret, longest }),
  );

  async function ask(
    credentials: PartnerCredentials,
    query: string,
    variables: object,
  ): Promise<Record<string, unknown>> {
    const body = { query, variables: { organizationId: credentials.siteId, ...variables } };
    const { data, errors } = await session(credentials)({ method: "POST", path: "/graphql", body, answer });
    const [error] = errors ?? [];
    if (error) throw new ProviderError(faults[error.extensions?.code ?? ""] ?? "refused", "POST /graphql");
    return data ?? {};
  }

  return {
    source: "SportsEngine",
    name: "SportsEngine",
    simulated: settings.simulated,
    signIn: "oauth",
    example: settings.example,
    async read(credentials, which, position) {
      const { name, selected } = fields[which];
      const query = `query($organizationId: ID!, $after: Position) { ${name}(organizationId: $organizationId, after: $after) { results { ${selected} } pageInfo { hasNextPage } } }`;
      const data = await ask(credentials, query, { after: position });
      const read = list.safeParse(data[name]);
      if (!read.success) throw new ProviderError("malformed", "POST /graphql");
      const { results, pageInfo } = read.data;
      const fresh = results.filter((one) => one.id !== position?.id || one.updated !== position.updated);
      const end = results.at(-1);
      return pageOf({
        position: end ? { updated: end.updated, id: end.id } : position,
        last: !pageInfo.hasNextPage || fresh.length === 0,
        ...(which === "places" && { places: fresh.map(placeOf) }),
        ...(which === "people" && { people: fresh.map(personOf) }),
        ...(which === "registrations" && { registrations: fresh.map(registrationOf) }),
      });
    },
    async report(credentials, key, flags) {
      const query =
        "mutation($organizationId: ID!, $key: String!, $flags: [Flag!]!) { setEligibility(organizationId: $organizationId, key: $key, flags: $flags) { taken } }";
      const flagInputs = flags.map(({ externalId, cleared }) => ({ profileId: externalId, eligible: cleared }));
      await ask(credentials, query, { key, flags: flagInputs });
    },
    isNew: (body) => webhookBody.safeParse(jsonOf(body)).success,
  };
}

type Row = z.output<typeof row>;

/** The first of a list of objects with one field. */
const firstOf = (value: unknown, field: string): string =>
  Array.isArray(value) ? fieldOf((value[0] as Record<string, unknown> | undefined)?.[field]) : "";

const placeOf = ({ id, name, parentId, status }: Row) => ({
  placeId: fieldOf(id),
  name: fieldOf(name).trim(),
  parentId: fieldOf(parentId) || null,
  deleted: status === "deleted",
});

const personOf = ({ id, firstName, lastName, birthDate, emails, phones }: Row) => ({
  externalId: fieldOf(id),
  firstName: fieldOf(firstName),
  lastName: fieldOf(lastName),
  email: firstOf(emails, "address"),
  dateOfBirth: fieldOf(birthDate),
  phone: firstOf(phones, "number"),
});

const registrationOf = ({ id, profileId, teamId, role, status }: Row) => ({
  registrationId: fieldOf(id),
  externalId: fieldOf(profileId),
  placeId: fieldOf(teamId),
  role: fieldOf(role),
  deleted: status === "canceled",
});

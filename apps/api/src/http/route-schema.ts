import { type AnyEndpoint, eventStream, fileContent, isEmptyWhenNull, noContent, problem } from "@touchline/contract";
import { z } from "zod";
import type { Route } from "./route.ts";

type Security = { security?: Record<string, string[]>[] };
const securityOf: Record<AnyEndpoint["auth"], Security> = {
  public: {},
  session: {},
  optional: { security: [{}, { bearer: [] }] },
  bearer: { security: [{ bearer: [] }] },
};
const authErrors = { public: [], session: [], optional: [401], bearer: [401, 404] } as const;

/**
 * Returns whether a call takes an idempotency key: every unsafe call of a person; the session layer's own are safe to repeat.
 */
export const takesKey = ({ method, auth, response, shownOnce }: AnyEndpoint) =>
  method !== "GET" && auth === "bearer" && response !== fileContent && !shownOnce;

/** Builds the schema of an endpoint for Fastify and the OpenAPI document. */
export function schemaOf({ endpoint }: Route) {
  const codes = new Set([400, ...(takesKey(endpoint) ? [409] : []), ...endpoint.errors, ...authErrors[endpoint.auth]]);
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  return {
    summary: endpoint.summary,
    ...securityOf[endpoint.auth],
    ...(endpoint.scope ? { security: [{ bearer: [] }, { apiKey: [] }], "x-scope": endpoint.scope } : {}),
    params: z.object(Object.fromEntries(names.map((name) => [name, endpoint.params[name] ?? z.uuid()]))),
    response: {
      ...(endpoint.response === noContent
        ? { 204: z.null().meta({ description: "Done" }) }
        : endpoint.response === fileContent || endpoint.response === eventStream
          ? {}
          : { 200: endpoint.response }),
      ...(isEmptyWhenNull(endpoint.response) ? { 204: z.null().meta({ description: "There is none" }) } : {}),
      ...Object.fromEntries([...codes].map((code) => [code, problem])),
    },
  };
}

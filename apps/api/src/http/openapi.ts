import fastifySwagger from "@fastify/swagger";
import type { AnyEndpoint } from "@touchline/contract";
import { getToken } from "@touchline/contract/accounts/session";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { z } from "zod";
import { type OpenApiDocument, serveApiDocs } from "./api-docs.ts";
import { takesKey } from "./route-schema.ts";

const inputSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });

const idempotencyKey = z.string().max(200).optional().meta({
  description: "Makes the call safe to repeat: for a day the same key and request get the first answer again.",
});

/** Describes an endpoint's request for the OpenAPI document, because the mount validates it outside Fastify's schema. */
function requestOf(endpoint: AnyEndpoint) {
  const none = endpoint.body instanceof z.ZodUndefined;
  const file = z.array(z.file()).min(1).max(5).meta({ description: "One to five files" });
  const body =
    endpoint.multipart && endpoint.body instanceof z.ZodObject
      ? endpoint.body.extend({ file: endpoint.orJson ? file.optional() : file })
      : endpoint.body;
  return {
    ...(takesKey(endpoint) ? { headers: z.object({ "Idempotency-Key": idempotencyKey }) } : {}),
    ...(Object.keys(endpoint.query.shape).length > 0 ? { querystring: endpoint.query } : {}),
    ...(none
      ? {}
      : {
          body,
          consumes: [
            ...(endpoint.multipart ? ["multipart/form-data"] : []),
            ...(endpoint.multipart && !endpoint.orJson ? [] : ["application/json"]),
          ],
        }),
  };
}

/** Serves the OpenAPI 3.1 document of every endpoint registered after this, at `/api/openapi.json`. */
export async function describeApi(app: FastifyInstance, about: { publicUrl: string; issuer: string }): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Touchline",
        version: "0.1.0",
        description: "Clears the members of youth-sports organizations.",
        license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
      },
      servers: [{ url: about.publicUrl }],
      components: {
        securitySchemes: {
          bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
          apiKey: {
            type: "http",
            scheme: "bearer",
            description:
              "A key that an administrator creates, tl_live_… The permission that a call needs is its x-scope.",
          },
        },
      },
    },
    transform: (route) => {
      const endpoint = (route.route.config as { endpoint?: AnyEndpoint } | undefined)?.endpoint;
      if (!endpoint) return { schema: { hide: true }, url: route.url };
      return jsonSchemaTransform({
        ...route,
        schema: { ...route.schema, ...requestOf(endpoint), tags: [tagOf(endpoint.path)] } as never,
      });
    },
    transformObject: (document) => {
      if (!("openapiObject" in document)) return document.swaggerObject;
      const paths = document.openapiObject.paths as Record<string, unknown>;
      for (const [path, operations] of Object.entries(paths)) addFileAnswer(path, operations);
      // Served by the identity service, at its own address.
      paths[getToken.path] = {
        servers: [{ url: about.issuer }],
        post: {
          summary: getToken.summary,
          tags: ["identity"],
          requestBody: {
            required: true,
            content: { "application/x-www-form-urlencoded": { schema: inputSchema(getToken.body) } },
          },
          responses: {
            200: {
              description: "Tokens",
              content: { "application/json": { schema: inputSchema(getToken.response) } },
            },
            400: { description: "OAuth 2.0 error: error, error_description" },
          },
        },
      };
      return document.openapiObject;
    },
  });
  serveApiDocs(app, () => app.swagger() as unknown as OpenApiDocument, about.publicUrl);
  app.get("/api/openapi.json", { schema: { hide: true } }, async (_request, reply) => reply.send(app.swagger()));

  function addFileAnswer(path: string, operations: unknown) {
    for (const operation of Object.values(operations as Record<string, { responses?: Record<string, unknown> }>)) {
      const { responses } = operation;
      if (responses && !Object.keys(responses).some((code) => code.startsWith("2"))) {
        const events = path.endsWith("/stream");
        if (events) responses["200"] = { description: "Server-sent events", content: { "text/event-stream": {} } };
        if (!events)
          responses["200"] = {
            description: "The file",
            content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
          };
      }
    }
  }
}

/** The part of the product a path belongs to: the segment after `/api/app/`, or the session layer. */
function tagOf(path: string): string {
  if (path.startsWith("/api/v1/")) return "partners";
  return /^\/api\/app\/([\w-]+)/.exec(path)?.[1] ?? "session";
}

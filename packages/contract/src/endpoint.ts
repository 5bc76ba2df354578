import { z } from "zod";
import type { ApiScope } from "./integrations/scopes.ts";

type Shape = Readonly<Record<string, z.ZodType>>;

/** The names in braces of a path: `"/api/app/requirement/{id}/x"` → `"id"`. */
export type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

/** The response of a call: JSON of a schema, nothing (204), or the bytes of a file. */
export const noContent = z.undefined().meta({ description: "No content" });
const emptyWhenNull = new WeakSet<z.ZodType>();
/** Returns JSON of a schema or, for null, nothing (204). A response that is plainly nullable answers `null` as JSON. */
export function orNoContent<Schema extends z.ZodType>(schema: Schema): z.ZodNullable<Schema> {
  const response = schema.nullable();
  emptyWhenNull.add(response);
  return response;
}
/** Tests whether null is answered with nothing (204). */
export const isEmptyWhenNull = (response: z.ZodType) => emptyWhenNull.has(response);
/** Server-sent events. */
export const eventStream = z.custom<AsyncIterable<string>>().meta({ description: "Server-sent events" });
export const fileContent = z.instanceof(Uint8Array).meta({ description: "The bytes of a file" });

/**
 * How one call of the product is declared. From this object alone come the server's route and validation, its entry in
 * the OpenAPI document, and the typed call in the page (`call` in `apps/web/src/client.ts`).
 */
export type Endpoint<
  Path extends string = string,
  Query extends Shape = Shape,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> = {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: Path;
  /** One sentence for the OpenAPI document: what the caller achieves. */
  readonly summary: string;
  /**
   * Who may call: anybody, anybody with or without an access token, the holder of the session cookie, or the bearer of a token.
   */
  readonly auth: "public" | "optional" | "session" | "bearer";
  /** The names in the path that aren't ids. */
  readonly params: Readonly<Record<string, z.ZodType>>;
  /** Names are case-insensitive; unknown ones are refused. */
  readonly query: z.ZodObject<Query>;
  /** Unknown fields are refused. */
  readonly body: Body;
  /** True when the body is multipart/form-data with files in the field `file`. */
  readonly multipart: boolean;
  /** True when a multipart call may also be made with a JSON body, without files. */
  readonly orJson: boolean;
  /** True for calls that cost much more than others: they are limited per account and per address. */
  readonly costly: boolean;
  /** The scope that an API key needs to make the call; null: no API key may. */
  readonly scope: ApiScope | null;
  /** True when the response contains a secret that is shown only once: it isn't stored for a repeated call. */
  readonly shownOnce: boolean;
  /** True when the response has an address that works for anyone who has it: it isn't given to an operator who views as a person. */
  readonly givesLink: boolean;
  readonly response: Response;
  /** Errors that the caller should handle, besides 400, 401, 404, 429 and 503. */
  readonly errors: readonly (403 | 409 | 413 | 415 | 502)[];
};

type Declaration<Path extends string, Query extends Shape, Body extends z.ZodType, Response extends z.ZodType> = Pick<
  Endpoint<Path, Query, Body, Response>,
  "method" | "path" | "summary" | "response"
> &
  Partial<
    Pick<
      Endpoint,
      "auth" | "errors" | "multipart" | "orJson" | "costly" | "scope" | "shownOnce" | "givesLink" | "params"
    >
  > & {
    query?: Query;
    body?: Body;
  };

/** Declares a call. `auth` is `bearer` unless said otherwise. */
export function endpoint<
  const Path extends string,
  Response extends z.ZodType,
  Query extends Shape = Record<never, never>,
  Body extends z.ZodType = z.ZodUndefined,
>(declaration: Declaration<Path, Query, Body, Response>): Endpoint<Path, Query, Body, Response> {
  return {
    auth: "bearer",
    errors: [],
    multipart: false,
    orJson: false,
    costly: false,
    scope: null,
    shownOnce: false,
    givesLink: false,
    params: {},
    ...declaration,
    query: z.object(declaration.query ?? ({} as Query)),
    body: declaration.body ?? (z.undefined() as z.ZodType as Body),
  };
}

export type AnyEndpoint = Endpoint;

export type ParamsOf<E extends AnyEndpoint> = { [Name in PathNames<E["path"]>]: string };
/** The query as the server reads it, defaults filled in. */
export type QueryOf<E extends AnyEndpoint> = z.output<E["query"]>;
/** The query as a caller writes it. */
export type QueryInput<E extends AnyEndpoint> = z.input<E["query"]>;
export type BodyOf<E extends AnyEndpoint> = z.output<E["body"]>;
export type BodyInput<E extends AnyEndpoint> = z.input<E["body"]>;
export type ResponseOf<E extends AnyEndpoint> = z.output<E["response"]>;

// The part of oidc-provider that this service uses. The package has no types of its own.
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  export interface Client {
    clientId: string;
  }

  export interface Token {
    jti: string;
    accountId: string;
    clientId: string;
    grantId: string;
    authTime?: number;
    amr?: string[];
    aud?: string;
    /** When the token was consumed, in seconds since 1970. */
    consumed?: number;
    isExpired: boolean;
    scope?: string;
    resourceServer?: ResourceServer;
    expiration: number;
    tokenType: string;
    save(): Promise<string>;
  }

  export interface TokenClass {
    new (properties: Record<string, unknown>): Token;
    find(id: string | undefined, options?: { ignoreExpiration?: boolean }): Promise<Token | undefined>;
    revokeByGrantId(grantId: string): Promise<void>;
  }

  export interface Grant {
    jti: string;
    generateTokenId(): string;
    addResourceScope(resource: string, scope: string): void;
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  export interface Session {
    accountId?: string;
    authorizations?: Record<string, { grantId?: string }>;
    destroy(): Promise<void>;
  }

  export interface ResourceServerInfo {
    scope: string;
    audience?: string;
    accessTokenTTL?: number;
    accessTokenFormat?: "opaque" | "jwt";
    jwt?: { sign: { alg: string } };
  }
  export interface ResourceServer {
    identifier(): string;
  }

  export interface InteractionDetails {
    uid: string;
    prompt: { name: string };
    params: { client_id: string; redirect_uri: string; scope?: string };
    session?: { accountId: string };
  }

  export interface Context {
    req: IncomingMessage;
    res: ServerResponse;
    ip: string;
    path: string;
    method: string;
    url: string;
    query: Record<string, string | string[] | undefined>;
    status: number;
    type: string;
    body: unknown;
    response: { get(header: string): string };
    get(header: string): string;
    set(header: string, value: string): unknown;
    remove(header: string): void;
    accepts(...types: string[]): string | false;
    querystring: string;
    cookies: {
      get(name: string, options?: Record<string, unknown>): string | undefined;
      set(name: string, value: string | null, options?: Record<string, unknown>): void;
    };
    oidc: {
      client: Client;
      params: Record<string, string | undefined>;
      entities: { RefreshToken?: Token };
      entity(name: string, value: unknown): void;
    };
  }

  export interface Adapter {
    upsert(id: string, payload: Record<string, unknown>, expiresIn?: number): Promise<void>;
    find(id: string): Promise<Record<string, unknown> | undefined>;
    findByUid(uid: string): Promise<Record<string, unknown> | undefined>;
    findByUserCode(userCode: string): Promise<Record<string, unknown> | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    proxy: boolean;
    AccessToken: TokenClass;
    RefreshToken: TokenClass;
    AuthorizationCode: TokenClass;
    Grant: {
      new (properties: { accountId: string; clientId: string }): Grant;
      adapter: Adapter;
    };
    Session: { get(context: Context): Promise<Session> };
    ResourceServer: new (
      identifier: string,
      info: ResourceServerInfo,
    ) => ResourceServer;
    registerGrantType(
      name: string,
      handler: (context: Context) => Promise<void>,
      parameters: Iterable<string>,
      duplicates?: Iterable<string>,
    ): void;
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): this;
    on(event: string, listener: (...values: never[]) => void): this;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<InteractionDetails>;
    /** @returns where to send the browser next. */
    interactionResult(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<string>;
    cookieName(type: "session" | "interaction" | "resume"): string;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  }

  export namespace errors {
    class OIDCProviderError extends Error {
      constructor(status: number, message: string);
      error: string;
      error_description?: string;
      statusCode: number;
      expose: boolean;
    }
    class InvalidGrant extends OIDCProviderError {
      constructor(detail: string);
    }
    class InvalidRequest extends OIDCProviderError {
      constructor(description: string);
    }
    class InvalidTarget extends OIDCProviderError {
      constructor();
    }
  }
}

declare module "oidc-provider/lib/actions/grants/refresh_token.js" {
  import type { Context, Provider } from "oidc-provider";
  export function handler(provider: Provider, helpers: Record<string, unknown>, context: Context): Promise<void>;
  export const parameters: Set<string>;
}

declare module "oidc-provider/lib/helpers/grants.js" {
  import type { Provider } from "oidc-provider";

  const helpers: Record<string, (provider: Provider, ...rest: unknown[]) => unknown>;
  export = helpers;
}

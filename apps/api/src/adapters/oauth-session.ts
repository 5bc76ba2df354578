import { z } from "zod";
import { type ProviderCall, ProviderError, providerAt } from "./provider-http.ts";

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
/** Milliseconds before its expiration from which a token isn't used anymore. */
const margin = 60_000;

type SessionCall<Schema extends z.ZodType> = Omit<ProviderCall<Schema>, "headers">;

export type OauthSettings = {
  url: string;
  clientId: string;
  clientSecret: string;
  /** The token endpoint. */
  tokenUrl: string;
  /** Milliseconds to wait for one response; the usual time unless given. */
  timeout?: number;
  /** Characters of a response that are read; the usual length unless given. */
  longest?: number;
  /** The fields of a token request, for a provider that takes another grant. */
  grant?: () => Record<string, string>;
};

/**
 * Calls a provider with an access token that is requested when needed (OAuth 2 client credentials, or another grant) and kept until shortly
 * before it expires. A rejected token is replaced once: a call that was refused because of it has done nothing.
 */
export function oauthSession(settings: OauthSettings) {
  const call = providerAt(settings.url, settings);
  const { origin, pathname } = new URL(settings.tokenUrl);
  const issuer = providerAt(origin, settings);
  let current: Promise<{ token: string; until: number }> | null = null;

  async function fresh() {
    const body = new URLSearchParams(
      settings.grant?.() ?? {
        grant_type: "client_credentials",
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
      },
    );
    const answer = await issuer({ method: "POST", path: pathname, headers: {}, body, answer: tokenAnswer });
    return { token: answer.access_token, until: Date.now() + answer.expires_in * 1000 - margin };
  }

  async function token(): Promise<string> {
    const held = await current?.catch(() => null);
    if (held && held.until > Date.now()) return held.token;
    current = fresh();
    return (await current).token;
  }

  const signedIn = async <Schema extends z.ZodType>(wanted: SessionCall<Schema>): Promise<z.output<Schema>> => {
    const once = async () => call({ ...wanted, headers: { authorization: `Bearer ${await token()}` } });
    try {
      return await once();
    } catch (error) {
      if (!(error instanceof ProviderError) || error.status !== 401 || current === null) throw error;
      current = null;
      return once();
    }
  };
  return Object.assign(signedIn, { token });
}

export type OauthSession = ReturnType<typeof oauthSession>;

import type { FastifyPluginAsync } from "fastify";
import type { Provider } from "oidc-provider";

/**
 * Mounts the provider as a Fastify plugin. It reads requests and writes answers itself, so the server's parsers and send hooks
 * don't affect it.
 *
 * @param issuer the public address, whose path must be the prefix under which the plugin is registered.
 */
export function mountProvider(provider: Provider, issuer: string): FastifyPluginAsync {
  const { host, protocol, pathname } = new URL(issuer);
  // Addresses in answers come from the issuer, never from a Host header, which anyone can forge.
  provider.proxy = true;
  const handle = provider.callback();

  return async (app) => {
    const { prefix } = app;
    if (pathname.replace(/\/$/, "") !== prefix) {
      throw new Error(`The identity service is mounted at "${prefix}", but its issuer is ${issuer}.`);
    }
    app.removeAllContentTypeParsers();
    // The body stays unread, because the provider reads it with its own limit of 56 KB.
    app.addContentTypeParser("*", (_request, _body, done) => done(null));
    app.all("/*", (request, reply) => {
      const { raw } = request;
      Object.assign(raw, { originalUrl: raw.url });
      raw.url = raw.url?.slice(prefix.length);
      raw.headers["x-forwarded-host"] = host;
      raw.headers["x-forwarded-proto"] = protocol.slice(0, -1);
      raw.headers["x-forwarded-for"] = request.ip;
      reply.hijack();
      // Headers that the server's hooks have set so far (such as HSTS) also apply here.
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      reply.raw.setHeader("X-Content-Type-Options", "nosniff");
      reply.raw.setHeader("Referrer-Policy", "no-referrer");
      return handle(raw, reply.raw);
    });
  };
}

import type { FastifyPluginAsync } from "fastify";
import type { Provider } from "oidc-provider";

/**
 * The provider as a Fastify plugin. It reads the request and answers itself, so nothing of the surrounding server
 * (parsers, hooks on sending) touches it.
 * @param issuer the public address, whose path must be the prefix under which the plugin is registered.
 */
export function mountProvider(provider: Provider, issuer: string): FastifyPluginAsync {
  const { host, protocol, pathname } = new URL(issuer);
  // Addresses in answers come from the issuer, never from a Host header that anybody can send.
  provider.proxy = true;
  const handle = provider.callback();

  return async (app) => {
    const { prefix } = app;
    if (pathname.replace(/\/$/, "") !== prefix) {
      throw new Error(`The identity service is mounted at "${prefix}", but its issuer is ${issuer}.`);
    }
    app.removeAllContentTypeParsers();
    // The body stays unread: the provider reads it, with its own limit of 56 KB.
    app.addContentTypeParser("*", (_request, _body, done) => done(null));
    app.all("/*", (request, reply) => {
      const { raw } = request;
      Object.assign(raw, { originalUrl: raw.url });
      raw.url = raw.url?.slice(prefix.length);
      raw.headers["x-forwarded-host"] = host;
      raw.headers["x-forwarded-proto"] = protocol.slice(0, -1);
      raw.headers["x-forwarded-for"] = request.ip;
      reply.hijack();
      // What the surrounding server's hooks have set so far (HSTS and the like) holds here too.
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      reply.raw.setHeader("X-Content-Type-Options", "nosniff");
      reply.raw.setHeader("Referrer-Policy", "no-referrer");
      return handle(raw, reply.raw);
    });
  };
}

import type { FastifyInstance } from "fastify";
import { jwtVerify } from "jose";
import { credentials } from "../credentials.ts";
import { escapeHtml, page } from "../html.ts";
import type { Vendor, World } from "../world.ts";

/**
 * Intercom's Messenger in a page.
 *
 * Source: the package @intercom/messenger-js-sdk (the script at `/widget/{app_id}`, `window.intercomSettings`, the function
 * `window.Intercom` with `boot` and `shutdown`, and its queue `q`); Intercom's documentation of `intercom_user_jwt` (HS256,
 * `user_id`).
 * Modeled: the launcher and the frame behind it, which says who the token names.
 */
export const intercom: Vendor = {
  name: "intercom",
  title: "Intercom",
  error: (_status, message) => ({ type: "error.list", errors: [{ message }] }),
  mount,
};

const { appId, secret } = credentials.intercom;

/** Runs in the page that embeds the chat. */
function widget(origin: string): string {
  return `(() => {
  const queued = window.Intercom?.q ?? [];
  let launcher = null;
  const shutdown = () => { launcher?.remove(); launcher = null; };
  const boot = (settings) => {
    shutdown();
    const token = settings?.intercom_user_jwt ?? "";
    const open = document.createElement("button");
    open.textContent = "Simulated chat";
    open.style.cssText = "padding:.75rem 1rem;border:0;border-radius:1.5rem;background:#1a2130;color:#fff;font:inherit";
    open.onclick = () => {
      const frame = document.createElement("iframe");
      frame.title = "Simulated chat";
      frame.src = "${origin}/intercom/messenger?intercom_user_jwt=" + encodeURIComponent(token);
      frame.style.cssText = "display:block;width:20rem;height:14rem;border:1px solid;background:#fff";
      open.replaceWith(frame);
    };
    launcher = document.createElement("div");
    launcher.id = "intercom-container";
    launcher.style.cssText = "position:fixed;right:1rem;bottom:1rem;z-index:100";
    launcher.append(open);
    document.body.append(launcher);
  };
  window.Intercom = (method, settings) => {
    if (method === "boot") boot(settings);
    if (method === "shutdown") shutdown();
  };
  boot(window.intercomSettings);
  for (const [method, settings] of queued) window.Intercom(method, settings);
})();
`;
}

function mount(app: FastifyInstance, { origin, clock }: World): void {
  app.get<{ Params: { appId: string } }>("/widget/:appId", async ({ params }, reply) => {
    if (params.appId !== appId) return reply.code(404).send(intercom.error(404, "App not found"));
    return reply.type("text/javascript; charset=utf-8").send(widget(origin()));
  });

  app.get<{ Querystring: Record<string, string | undefined> }>(
    "/messenger",
    { config: { page: true } },
    async ({ query }, reply) => {
      const token = query.intercom_user_jwt ?? "";
      const named = await jwtVerify(token, new TextEncoder().encode(secret), { currentDate: clock.now() }).catch(
        () => null,
      );
      const who =
        token === ""
          ? "You are a visitor: the chat started without a user token."
          : named === null
            ? "The user token isn't valid."
            : `You are the user ${escapeHtml(String(named.payload.user_id))}.`;
      return reply
        .type("text/html; charset=utf-8")
        .send(page("Simulated chat", `<p>${who}</p><p>Nobody reads this chat.</p>`));
    },
  );
}

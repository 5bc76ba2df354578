import type { FastifyInstance, FastifyReply } from "fastify";
import { escapeHtml, htmlHeaders, page } from "./html.ts";
import type { Order } from "./orders.ts";
import type { World } from "./world.ts";

/** The text for candidates who have nothing to fill in. */
const closed: Partial<Record<Order["stage"], string>> = {
  expired: "This invitation has expired. Ask your organization for a new one.",
  canceled: "This background check was canceled.",
};

function form(order: Order, path: string, error: string | null): string {
  const name = `${order.candidate.firstName} ${order.candidate.lastName}`;
  const wanted =
    order.stage === "information-requested"
      ? "<p>The provider needs your confirmation once more before it can go on.</p>"
      : "<p>Your organization asks you to authorize a background check. Nothing you enter is checked or passed on. Never enter a Social Security number here.</p>";
  return `${wanted}
${error === null ? "" : `<p class="error" role="alert" id="error">${escapeHtml(error)}</p>`}
<form method="post" action="${escapeHtml(path)}" novalidate>
<p>Background check for ${escapeHtml(name)}</p>
<label class="check"><input type="checkbox" name="consent" value="yes"${error === null ? "" : ' aria-describedby="error"'}> I have read the disclosure and authorize the background check.</label>
<label for="signature">Signature: type your full name</label>
<input id="signature" name="signature" autocomplete="name"${error === null ? "" : ' aria-describedby="error"'}>
<div><button type="submit">Submit</button></div>
</form>`;
}

/** Adds the page on which a candidate authorizes the check and submits, at `/apply/{token}` below the vendor's prefix. */
export function mountHostedForm(app: FastifyInstance, vendor: string, title: string, { orders }: World): void {
  const show = (reply: FastifyReply, status: number, body: string) =>
    reply
      .code(status)
      .headers(htmlHeaders)
      .send(page(`${title} background check`, body));

  const answer = (reply: FastifyReply, order: Order | undefined, path: string, error: string | null) => {
    if (order === undefined)
      return show(reply, 404, "<p>This link isn't valid. Ask your organization for a new one.</p>");
    const end = closed[order.stage];
    if (end !== undefined) return show(reply, 410, `<p>${end}</p>`);
    if (order.stage !== "invited" && order.stage !== "information-requested") {
      return show(reply, 200, "<p>Your background check was submitted. You can close this page.</p>");
    }
    return show(reply, error === null ? 200 : 422, form(order, path, error));
  };

  app.get<{ Params: { token: string } }>("/apply/:token", { config: { page: true } }, (request, reply) =>
    answer(reply, orders.byToken(vendor, request.params.token), request.url, null),
  );

  app.post<{ Params: { token: string }; Body: Record<string, string> | undefined }>(
    "/apply/:token",
    { config: { page: true } },
    (request, reply) => {
      const order = orders.byToken(vendor, request.params.token);
      const { consent, signature = "" } = request.body ?? {};
      if (order !== undefined && consent !== "yes") {
        return answer(reply, order, request.url, "Check the box to authorize the background check.");
      }
      if (order !== undefined && signature.trim() === "") {
        return answer(reply, order, request.url, "Type your full name as your signature.");
      }
      if (order !== undefined) orders.submit(order, signature.trim());
      return answer(reply, order, request.url, null);
    },
  );
}

import { z } from "zod";
import { providerAt, providerFile } from "../provider-http.ts";
import type { AccountAccess, ProviderOrder, ScreeningOrders } from "./port.ts";
import type { YardstikSettings } from "./settings.ts";
import { isHmacOf, jsonOf } from "./signatures.ts";
import { yardstikHeaders } from "./yardstik-accounts.ts";

/**
 * Background checks at Yardstik: a candidate, an invitation to the hosted form, and the report that it leads to.
 *
 * Source: developer.yardstik.com (`/candidates` with `external_id`, `/invitations`, `/reports` with `meta.apply`, `/webhooks`),
 * github.com/yardstik/demos.webhook_signatures (header and body of a webhook). Yardstik documents no idempotency keys, so
 * orders with an unknown outcome are looked up by `external_id`.
 */
const id = z.string().min(1).max(200);
const instant = z.iso.datetime({ offset: true });
const candidate = z.object({ id });
const candidates = z.object({ data: z.array(candidate) });
const invitation = z.object({
  id,
  expires_at: instant.nullish(),
  report: z.object({ id, status: z.string().min(1).max(200) }),
  candidate: z.object({ id }).nullish(),
  invitation_url: z.url().nullish(),
});
const invitations = z.object({ data: z.array(invitation) });
const report = z.object({
  id,
  status: z.string().min(1).max(200),
  completed_at: instant.nullish(),
  meta: z.object({ apply: z.url().nullish(), report_url: z.url().nullish() }),
});
const webhookTypes = z.array(z.object({ id, name: z.string() }));
const webhooks = z.array(z.object({ id, url: z.string(), webhook_type_id: id }));
const webhookBody = z.object({
  id,
  resource_id: id,
  resource_type: z.string(),
  timestamp: instant,
});

/** Statuses in which the candidate has something to do. */
const open = ["created", "info_requested"];
const followed = ["report.updated", "invitation.updated"];

const day = (instantText: string | null | undefined) => (instantText ? new Date(instantText) : null);
const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

export function yardstikOrders(settings: YardstikSettings): ScreeningOrders {
  const call = providerAt(settings.url, settings);
  const headersOf = ({ token }: AccountAccess) => yardstikHeaders(settings, token);
  const platform = yardstikHeaders(settings, null);

  const invited = (one: z.output<typeof invitation>): ProviderOrder => ({
    orderId: one.id,
    reportId: one.report.id,
    externalIds: [one.id, one.report.id],
    link: open.includes(one.report.status) ? (one.invitation_url ?? null) : null,
    expiresAt: day(one.expires_at),
    status: one.report.status,
    completedAt: null,
    hasReport: false,
  });

  async function candidateOf(access: AccountAccess, reference: string) {
    const path = `/candidates?${query({ "query[external_id_eq]": reference, per_page: "1" })}`;
    const { data } = await call({ method: "GET", path, headers: headersOf(access), answer: candidates });
    return data[0] ?? null;
  }

  return {
    async place({ access, productId, reference, candidate: person, expiresAt }) {
      const headers = headersOf(access);
      const { id: candidateId } =
        (await candidateOf(access, reference)) ??
        (await call({
          method: "POST",
          path: "/candidates",
          headers,
          body: {
            first_name: person.firstName,
            last_name: person.lastName,
            email: person.email,
            date_of_birth: person.dateOfBirth,
            external_id: reference,
          },
          answer: candidate,
        }));
      const body = {
        candidate_id: candidateId,
        account_package_id: productId,
        expires_at: expiresAt.toISOString(),
        external_id: reference,
      };
      return invited(await call({ method: "POST", path: "/invitations", headers, body, answer: invitation }));
    },

    async find(access, reference) {
      const path = `/invitations?${query({ "query[external_id_eq]": reference, per_page: "1" })}`;
      const { data } = await call({ method: "GET", path, headers: headersOf(access), answer: invitations });
      return data[0] ? invited(data[0]) : null;
    },

    async read(access, { orderId, reportId }) {
      const path = `/reports/${encodeURIComponent(reportId ?? orderId)}`;
      const one = await call({ method: "GET", path, headers: headersOf(access), answer: report });
      return {
        orderId,
        reportId: one.id,
        externalIds: [orderId, one.id],
        link: open.includes(one.status) ? (one.meta.apply ?? null) : null,
        expiresAt: null,
        status: one.status,
        completedAt: day(one.completed_at),
        hasReport: Boolean(one.meta.report_url),
      };
    },

    async cancel(access, { orderId }) {
      const path = `/invitations/${encodeURIComponent(orderId)}/cancel`;
      await call({ method: "POST", path, headers: headersOf(access), answer: z.object({ id }) });
    },

    renew: null,

    async report(access, { orderId, reportId }) {
      return providerFile(
        `${settings.url}/reports/${encodeURIComponent(reportId ?? orderId)}/pdf`,
        headersOf(access),
        settings,
      );
    },

    readWebhook(body, headers) {
      const { signatureKey } = settings;
      if (signatureKey === null || !isHmacOf(headers["x-yardstik-webhook-signature"], signatureKey, body)) return null;
      const { success, data } = webhookBody.safeParse(jsonOf(body));
      if (!success) return "malformed";
      const isOrder = data.resource_type === "report" || data.resource_type === "invitation";
      return {
        eventId: data.id,
        externalIds: isOrder ? [data.resource_id] : [],
        happenedAt: new Date(data.timestamp),
      };
    },

    async subscribe(url) {
      const types = await call({ method: "GET", path: "/webhook_types", headers: platform, answer: webhookTypes });
      const present = await call({ method: "GET", path: "/webhooks", headers: platform, answer: webhooks });
      for (const type of types.filter(({ name }) => followed.includes(name))) {
        if (present.some((one) => one.url === url && one.webhook_type_id === type.id)) continue;
        const body = { url, webhook_type_id: type.id };
        await call({ method: "POST", path: "/webhooks", headers: platform, body, answer: z.object({ id }) });
      }
    },
  };
}

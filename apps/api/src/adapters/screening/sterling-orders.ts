import { createHash } from "node:crypto";
import { z } from "zod";
import type { OauthSession } from "../oauth-session.ts";
import { providerFile } from "../provider-http.ts";
import type { ProviderOrder, ScreeningOrders } from "./port.ts";
import type { SterlingSettings } from "./settings.ts";
import { isSame, jsonOf } from "./signatures.ts";

/**
 * Background checks at Sterling: a candidate, and a screening with a link to the hosted form.
 *
 * Source: sterling.readme.io/reference/invite-method (fields of a screening, `invite.method`, `callback.uri`, statuses and
 * results); github.com/api-evangelist/sterling-check (`/candidates`, `clientReferenceId`, lists); npm package on-demand-client
 * (`aliases` of a candidate). A callback isn't signed: it has the agreed user name and password.
 */
const id = z.string().min(1).max(200);
const word = z.string().min(1).max(100);
const instant = z.iso.datetime({ offset: true });
const candidate = z.object({ id });
const candidates = z.object({ data: z.array(candidate) });
const screening = z.object({
  id,
  candidateId: id,
  status: word,
  result: word.nullish(),
  updatedAt: instant.nullish(),
  completedAt: instant.nullish(),
  invite: z.object({ link: z.url().nullish() }).nullish(),
  links: z.object({ report: z.url().nullish() }).nullish(),
});
const screenings = z.object({ data: z.array(screening) });
const callback = z.object({ type: z.string(), payload: screening });

const open = ["new", "PreDraft"];
const statusOf = ({ status, result }: z.output<typeof screening>) =>
  status === "complete" ? `complete+${result ?? "none"}` : status;

const read = (one: z.output<typeof screening>): ProviderOrder => ({
  orderId: one.id,
  reportId: null,
  externalIds: [one.id],
  link: open.includes(one.status) ? (one.invite?.link ?? null) : null,
  expiresAt: null,
  status: statusOf(one),
  completedAt: one.completedAt ? new Date(one.completedAt) : null,
  hasReport: Boolean(one.links?.report),
});

export function sterlingOrders(settings: SterlingSettings, call: OauthSession): ScreeningOrders {
  const screeningOf = (orderId: string) =>
    call({ method: "GET", path: `/v2/screenings/${encodeURIComponent(orderId)}`, answer: screening });
  const referring = (reference: string) => new URLSearchParams({ clientReferenceId: reference, limit: "1" });

  return {
    async place({ productId, reference, candidate: person, webhookUrl }) {
      const known = await call({ method: "GET", path: `/v2/candidates?${referring(reference)}`, answer: candidates });
      const { id: candidateId } =
        known.data[0] ??
        (await call({
          method: "POST",
          path: "/v2/candidates",
          body: {
            clientReferenceId: reference,
            email: person.email,
            givenName: person.firstName,
            familyName: person.lastName,
            dob: person.dateOfBirth,
            aliases: person.otherNames.map(({ firstName, lastName }) => ({
              givenName: firstName,
              familyName: lastName,
            })),
          },
          answer: candidate,
        }));
      const body = {
        candidateId,
        packageId: productId,
        clientReferenceId: reference,
        invite: { method: "link" },
        ...(settings.callback === null ? {} : { callback: { uri: webhookUrl } }),
      };
      return read(await call({ method: "POST", path: "/v2/screenings", body, answer: screening }));
    },

    async find(_access, reference) {
      const path = `/v2/screenings?${referring(reference)}`;
      const { data } = await call({ method: "GET", path, answer: screenings });
      return data[0] ? read(data[0]) : null;
    },

    read: async (_access, { orderId }) => read(await screeningOf(orderId)),

    async cancel(_access, { orderId }) {
      const path = `/v2/screenings/${encodeURIComponent(orderId)}/cancel`;
      await call({ method: "POST", path, answer: z.object({ id }) });
    },

    renew: null,

    async report(_access, { orderId }) {
      const token = await call.token();
      const url = `${settings.url}/v2/screenings/${encodeURIComponent(orderId)}/report`;
      return providerFile(url, { authorization: `Bearer ${token}` }, settings);
    },

    readWebhook(body, headers) {
      if (settings.callback === null) return null;
      const { user, password } = settings.callback;
      const expected = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
      if (!isSame(headers.authorization ?? "", expected)) return null;
      const { success, data } = callback.safeParse(jsonOf(body));
      if (!success) return "malformed";
      return {
        // A callback has no id: the same body is the same event.
        eventId: createHash("sha256").update(body).digest("hex"),
        externalIds: [data.payload.id],
        happenedAt: data.payload.updatedAt ? new Date(data.payload.updatedAt) : new Date(),
      };
    },

    // Sent with each order.
    subscribe: null,
  };
}

import { z } from "zod";
import { providerAt, providerFile } from "../provider-http.ts";
import { checkrHeaders } from "./checkr-accounts.ts";
import type { ProviderOrder, ScreeningOrders } from "./port.ts";
import type { CheckrSettings } from "./settings.ts";
import { isHmacOf, jsonOf } from "./signatures.ts";

/**
 * Background checks at Checkr: a candidate, an invitation to the hosted form, and the report that exists once the candidate has
 * submitted it.
 *
 * Source: docs.checkr.com (statuses, events and their signature) and Checkr's OpenAPI description (candidates with `custom_id`,
 * invitations, reports, documents); github.com/api-evangelist/checkr (`Idempotency-Key`). An invitation expires after seven
 * days, which can't be changed by the API: the candidate is then invited again.
 */
const id = z.string().min(1).max(200);
const word = z.string().min(1).max(100);
const instant = z.iso.datetime({ offset: true });
const candidate = z.object({ id });
const candidates = z.object({ data: z.array(candidate) });
const invitation = z.object({
  id,
  status: word,
  invitation_url: z.url().nullish(),
  candidate_id: id,
  expires_at: instant.nullish(),
  report_id: id.nullish(),
});
const invitations = z.object({ data: z.array(invitation) });
const report = z.object({
  id,
  status: word,
  result: word.nullish(),
  assessment: word.nullish(),
  adjudication: word.nullish(),
  candidate_id: id,
  completed_at: instant.nullish(),
  document_ids: z.array(id).nullish(),
});
const document = z.object({ download_uri: z.url() });
const event = z.object({
  id,
  created_at: instant,
  data: z.object({ object: z.object({ id, candidate_id: id.nullish(), report_id: id.nullish() }) }),
});

/** Returns a report's status as a key of the table of statuses: a decision about it takes precedence over its result. */
function statusOf({ status, result, assessment, adjudication }: z.output<typeof report>): string {
  if (status !== "complete") return `report.${status}`;
  if (adjudication) return `adjudication=${adjudication}`;
  return assessment ? `report.complete+assessment=${assessment}` : `report.complete+result=${result ?? "none"}`;
}

export function checkrOrders(settings: CheckrSettings): ScreeningOrders {
  const call = providerAt(settings.url, settings);
  const headers = checkrHeaders(settings);
  const keyed = (key: string) => ({ ...headers, "idempotency-key": key });

  const invited = (one: z.output<typeof invitation>): ProviderOrder => ({
    orderId: one.id,
    reportId: one.report_id ?? null,
    externalIds: [one.id, one.candidate_id, ...(one.report_id ? [one.report_id] : [])],
    link: one.status === "pending" ? (one.invitation_url ?? null) : null,
    expiresAt: one.expires_at ? new Date(one.expires_at) : null,
    status: `invitation.${one.status}`,
    completedAt: null,
    hasReport: false,
  });
  const invitationOf = (orderId: string) =>
    call({ method: "GET", path: `/v1/invitations/${encodeURIComponent(orderId)}`, headers, answer: invitation });
  const reportOf = (reportId: string) =>
    call({ method: "GET", path: `/v1/reports/${encodeURIComponent(reportId)}`, headers, answer: report });

  const locationIn = (workState: string | null) => ({
    country: "US",
    ...(workState === null ? {} : { state: workState }),
  });
  const invite = async (key: string, body: object) =>
    invited(await call({ method: "POST", path: "/v1/invitations", headers: keyed(key), body, answer: invitation }));

  return {
    async place({ productId, reference, candidate: person, workState }) {
      const location = locationIn(workState);
      const { id: candidateId } = await call({
        method: "POST",
        path: "/v1/candidates",
        headers: keyed(`${reference} candidate`),
        body: {
          first_name: person.firstName,
          last_name: person.lastName,
          email: person.email,
          dob: person.dateOfBirth,
          custom_id: reference,
          work_locations: [location],
        },
        answer: candidate,
      });
      return invite(`${reference} invitation`, {
        ...{ candidate_id: candidateId, package: productId, work_locations: [location] },
      });
    },

    async renew({ productId, reference, workState }, { orderId }) {
      const { candidate_id } = await invitationOf(orderId);
      return invite(`${reference} after ${orderId}`, {
        ...{ candidate_id, package: productId, work_locations: [locationIn(workState)] },
      });
    },

    async find(_access, reference) {
      const known = `/v1/candidates?${new URLSearchParams({ custom_id: reference })}`;
      const { data: people } = await call({ method: "GET", path: known, headers, answer: candidates });
      for (const one of people) {
        const path = `/v1/invitations?${new URLSearchParams({ candidate_id: one.id })}`;
        const { data } = await call({ method: "GET", path, headers, answer: invitations });
        if (data[0]) return invited(data[0]);
      }
      return null;
    },

    async read(_access, { orderId, reportId }) {
      const invitationRead = reportId === null ? invited(await invitationOf(orderId)) : null;
      const known = reportId ?? invitationRead?.reportId ?? null;
      if (invitationRead !== null && known === null) return invitationRead;
      const one = await reportOf(known ?? orderId);
      // If more information is requested, the candidate continues on the invitation's page.
      const link = one.status === "suspended" ? ((await invitationOf(orderId)).invitation_url ?? null) : null;
      return {
        orderId,
        reportId: one.id,
        externalIds: [orderId, one.candidate_id, one.id],
        link,
        expiresAt: invitationRead?.expiresAt ?? null,
        status: statusOf(one),
        completedAt: one.completed_at ? new Date(one.completed_at) : null,
        hasReport: (one.document_ids ?? []).length > 0,
      };
    },

    async cancel(_access, { orderId }) {
      const path = `/v1/invitations/${encodeURIComponent(orderId)}`;
      await call({ method: "DELETE", path, headers, answer: z.object({ id }) });
    },

    async report(_access, { orderId, reportId }) {
      const { document_ids } = await reportOf(reportId ?? orderId);
      const path = `/v1/documents/${encodeURIComponent(document_ids?.[0] ?? "none")}`;
      const { download_uri } = await call({ method: "GET", path, headers, answer: document });
      return providerFile(download_uri, headers, settings);
    },

    readWebhook(body, sentHeaders) {
      if (!isHmacOf(sentHeaders["x-checkr-signature"], settings.signatureKey, body)) return null;
      const { success, data } = event.safeParse(jsonOf(body));
      if (!success) return "malformed";
      const { object } = data.data;
      return {
        eventId: data.id,
        externalIds: [object.id, object.candidate_id, object.report_id].filter((one) => typeof one === "string"),
        happenedAt: new Date(data.created_at),
      };
    },

    // Configured on Checkr's dashboard.
    subscribe: null,
  };
}

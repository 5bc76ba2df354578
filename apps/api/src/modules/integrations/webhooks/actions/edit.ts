import type { BodyOf, ResponseOf } from "@touchline/contract";
import {
  type addWebhook,
  type changeWebhook,
  mostEndpoints,
  type rotateWebhookSecret,
  type setWebhookState,
} from "@touchline/contract/integrations/webhooks";
import { secretOverlap } from "@touchline/rules";
import { and, eq } from "drizzle-orm";
import type { AddressRefusal } from "../../../../adapters/webhooks/port.ts";
import { newWebhookSecret } from "../../../../adapters/webhooks/signature.ts";
import { type Call, organizationFacts } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, invalid } from "../../../../errors.ts";
import { organization } from "../../../../schema/accounts.ts";
import { webhookEndpoint } from "../../../../schema/webhooks.ts";
import { audit } from "../../../../security/audit.ts";
import { withLocks } from "../../../people/index.ts";
import {
  authorizeWebhooks,
  endpointRow,
  endpointRows,
  lockEndpoint,
  secretPlace,
  secretsOf,
  shownEndpoint,
} from "../queries/endpoints.ts";

type WithSecret = ResponseOf<typeof rotateWebhookSecret>;

const refusals: Record<AddressRefusal, string> = {
  malformed: "This isn't a web address. Enter one that begins with https://.",
  protocol: "This address isn't secure. Enter one that begins with https://.",
  credentials: "Remove the user name and the password from the address. Deliveries are signed instead.",
  port: "This port isn't supported. Use 443 or 8443.",
  private: "This address leads into a private network. Enter one that can be reached from the internet.",
  unresolved: "This address wasn't found. Check its spelling.",
};

/** @throws 400 with what is wrong with the address */
function mustBeUsable(refusal: AddressRefusal | null): void {
  if (refusal !== null) throw invalid("url", refusals[refusal]);
}

const takenText = "There's an endpoint with this address already. Change that one.";

/** The health of an endpoint of which nothing is known yet. */
const freshHealth = { failuresInRow: 0, failingSince: null, holdUntil: null };

/** An address without what the server never sees, so that one is known however it was typed. */
const tidied = (url: string): string => {
  const parsed = new URL(url);
  parsed.hash = "";
  return parsed.href;
};

/**
 * Adds an endpoint. Its secret is in the answer and nowhere else.
 *
 * @param refusal what was found out about the address before.
 * @throws Forbidden, 400 (the address), Conflict (it is there, or there are too many).
 */
export async function addEndpoint(
  unlocked: Call,
  input: BodyOf<typeof addWebhook>,
  refusal: AddressRefusal | null,
): Promise<ResponseOf<typeof addWebhook>> {
  const call = await withLocks(unlocked);
  authorizeWebhooks(call);
  mustBeUsable(refusal);
  // The organization is locked, so that its endpoints are counted one act at a time.
  await call.db
    .select({ id: organization.organizationId })
    .from(organization)
    .where(ours(organization, call))
    .for("no key update");
  if ((await endpointRows(call)).length >= mostEndpoints) {
    throw conflict(`An organization can have at most ${mostEndpoints} endpoints. Delete one first.`, "tooMany");
  }
  const webhookEndpointId = newId();
  const secret = newWebhookSecret();
  const url = tidied(input.url);
  const { wrappedKey } = await organizationFacts(call);
  const added = await call.db
    .insert(webhookEndpoint)
    .values({
      organizationId: call.organizationId,
      webhookEndpointId,
      url,
      description: input.description,
      events: input.events,
      state: "active",
      sealedSecret: call.adapters.vault.seal(wrappedKey, secretPlace(call, "secret", webhookEndpointId), secret),
      createdBy: call.actor.kind === "person" ? call.actor.profileId : call.organizationId,
      createdAt: call.now,
    })
    .onConflictDoNothing()
    .returning({ id: webhookEndpoint.webhookEndpointId });
  if (added.length === 0) throw conflict(takenText, "taken");
  await audit(call, [
    { action: "webhook.added", subjectId: webhookEndpointId, facts: { events: input.events }, values: { url } },
  ]);
  return { endpoint: await shownEndpoint(call, webhookEndpointId), secret };
}

/** Changes an endpoint. @throws NotFound, Forbidden, 400 (the address), Conflict (somebody else changed it, or the address is taken). */
export async function changeEndpoint(
  unlocked: Call,
  webhookEndpointId: string,
  { version, ...input }: BodyOf<typeof changeWebhook>,
  refusal: AddressRefusal | null,
): Promise<ResponseOf<typeof changeWebhook>> {
  const call = await withLocks(unlocked, { also: lockEndpoint(webhookEndpointId) });
  authorizeWebhooks(call);
  const before = await endpointRow(call, webhookEndpointId);
  mustBeUsable(refusal);
  const wanted = { ...input, url: tidied(input.url) };
  const others = await endpointRows(call);
  if (others.some((one) => one.url === wanted.url && one.webhookEndpointId !== webhookEndpointId)) {
    throw conflict(takenText, "taken");
  }
  const changed = await call.db
    .update(webhookEndpoint)
    // Failures of another address say nothing about this one.
    .set({ ...wanted, ...(wanted.url !== before.url && freshHealth), version: version + 1 })
    .where(
      and(
        ours(webhookEndpoint, call),
        eq(webhookEndpoint.webhookEndpointId, webhookEndpointId),
        eq(webhookEndpoint.version, version),
      ),
    )
    .returning({ version: webhookEndpoint.version });
  if (changed.length === 0) {
    throw conflict("Someone else changed this since you opened it. Reload the page.", "concurrentChange");
  }
  const facts = { eventsBefore: before.events, events: wanted.events };
  const values = { urlBefore: before.url, url: wanted.url };
  await audit(call, [{ action: "webhook.changed", subjectId: webhookEndpointId, facts, values }]);
  return shownEndpoint(call, webhookEndpointId);
}

/** Deletes an endpoint with its secrets; what was on its way to it isn't sent. @throws NotFound, Forbidden */
export async function removeEndpoint(unlocked: Call, webhookEndpointId: string): Promise<undefined> {
  const call = await withLocks(unlocked, { also: lockEndpoint(webhookEndpointId) });
  authorizeWebhooks(call);
  const { url } = await endpointRow(call, webhookEndpointId);
  await call.db
    .update(webhookEndpoint)
    .set({
      state: "removed",
      pausedBy: null,
      removedAt: call.now,
      sealedSecret: null,
      sealedFormerSecret: null,
      formerUntil: null,
    })
    .where(and(ours(webhookEndpoint, call), eq(webhookEndpoint.webhookEndpointId, webhookEndpointId)));
  await audit(call, [{ action: "webhook.removed", subjectId: webhookEndpointId, values: { url } }]);
  return undefined;
}

/** Pauses an endpoint, or resumes it with its health begun anew. Nothing changes if it has this state already. @throws NotFound, Forbidden */
export async function setState(
  unlocked: Call,
  webhookEndpointId: string,
  { state }: BodyOf<typeof setWebhookState>,
): Promise<ResponseOf<typeof setWebhookState>> {
  const call = await withLocks(unlocked, { also: lockEndpoint(webhookEndpointId) });
  authorizeWebhooks(call);
  const before = await endpointRow(call, webhookEndpointId);
  if (before.state !== state) {
    await call.db
      .update(webhookEndpoint)
      .set(state === "paused" ? { state, pausedBy: "person" } : { state, pausedBy: null, ...freshHealth })
      .where(and(ours(webhookEndpoint, call), eq(webhookEndpoint.webhookEndpointId, webhookEndpointId)));
    const action = state === "paused" ? "webhook.paused" : "webhook.resumed";
    await audit(call, [{ action, subjectId: webhookEndpointId, values: { url: before.url } }]);
  }
  return shownEndpoint(call, webhookEndpointId);
}

/**
 * Makes a new secret. The one before signs as well for a day, so that the other side changes it when it likes; the one before that
 * no longer does.
 *
 * @throws NotFound, Forbidden
 */
export async function rotateSecret(unlocked: Call, webhookEndpointId: string): Promise<WithSecret> {
  const call = await withLocks(unlocked, { also: lockEndpoint(webhookEndpointId) });
  authorizeWebhooks(call);
  const before = await endpointRow(call, webhookEndpointId);
  const [present] = await secretsOf(call, before);
  if (present === undefined) throw new Error("An endpoint has no secret.");
  const secret = newWebhookSecret();
  const { wrappedKey } = await organizationFacts(call);
  const sealed = (column: "secret" | "former_secret", text: string) =>
    call.adapters.vault.seal(wrappedKey, secretPlace(call, column, webhookEndpointId), text);
  await call.db
    .update(webhookEndpoint)
    .set({
      sealedSecret: sealed("secret", secret),
      sealedFormerSecret: sealed("former_secret", present),
      formerUntil: new Date(call.now.getTime() + secretOverlap),
    })
    .where(and(ours(webhookEndpoint, call), eq(webhookEndpoint.webhookEndpointId, webhookEndpointId)));
  await audit(call, [{ action: "webhook.secretRotated", subjectId: webhookEndpointId, values: { url: before.url } }]);
  return { endpoint: await shownEndpoint(call, webhookEndpointId), secret };
}

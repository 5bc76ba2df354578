import type { ResponseOf } from "@touchline/contract";
import type { SettingsOf } from "@touchline/contract/library/content-settings";
import type { OrderRefusal, runBackgroundCheck } from "@touchline/contract/screening/orders";
import { isOpen, type OrderedProduct, orderedProduct, orderRefusalTexts } from "@touchline/rules";
import { and, eq } from "drizzle-orm";
import { actingProfile, type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict } from "../../../../errors.ts";
import { enqueue } from "../../../../jobs/jobs.ts";
import { profileDetail } from "../../../../schema/requirements.ts";
import { screeningOrder } from "../../../../schema/screening.ts";
import { presentAttempt, restandOne, transition } from "../../../compliance/index.ts";
import { type MemberTarget, withLocks } from "../../../people/index.ts";
import { decryptDetail, feeOn, permittedOfKind, subjectOf } from "../../../requirements/index.ts";
import { missingConsents } from "../../consents/queries.ts";
import { followOrder } from "../jobs.ts";
import { clientById, latestOrder } from "../queries/order.ts";
import { recordOrder } from "./write.ts";

type BackgroundCheck = SettingsOf<"background-check">;
type Asked = Awaited<ReturnType<typeof permittedOfKind<"background-check">>>["found"]["on"];

/** A background check that can be started now, whoever pays. */
export type ReadyCheck = {
  target: MemberTarget;
  on: Asked;
  settings: BackgroundCheck;
  client: ChosenClient;
  product: OrderedProduct;
};

/** Reads what a background check needs, and whether it can be started now. @throws NotFound, Forbidden, Conflict with the reason */
export async function readyCheck(
  call: Call,
  input: { requirementId: string; profileLevelAccessId: string },
): Promise<ReadyCheck> {
  const { found, settings } = await permittedOfKind(call, input, "begin", "background-check");
  const { target, on } = found;
  const client = await chosenClient(call, settings);
  const refusal = await refusalOf(call, { target, on, settings, client });
  const product = await productFor(call, target.profileId, settings);
  if (refusal !== null || client === null || product === null) throw refused(refusal ?? "noProvider");
  return { target, on, settings, client, product };
}

const refused = (reason: OrderRefusal) => conflict(orderRefusalTexts[reason], reason);

/**
 * Starts a background check that nothing has to be paid for any more.
 *
 * @throws NotFound, Forbidden, Conflict with the reason why none can be started
 */
export async function startCheck(
  given: Call,
  input: { requirementId: string; profileLevelAccessId: string },
): Promise<ResponseOf<typeof runBackgroundCheck>> {
  const call = await withLocks(given, { peopleOf: [input.profileLevelAccessId] });
  const ready = await readyCheck(call, input);
  const { amount } = await feeOn(call, ready.on);
  if (amount > 0) throw refused("individualPays");
  await orderCheck(call, ready);
  const { requirementId, status } = await restandOne(call, subjectOf(ready.target, ready.on));
  return { requirementId, status };
}

/**
 * Records the order of a background check; the submission waits on the provider from then on, in the same transaction. A job
 * places it at the provider, once for each submission. The caller holds the person, and derives the statuses.
 */
export async function orderCheck(
  call: Call,
  { target, on, client, product }: ReadyCheck,
): Promise<{ attemptId: string }> {
  const subject = subjectOf(target, on);
  const { attemptId } = await transition(call, subject, { kind: "searchStarted" }, on.asked.versionId);
  await call.db.insert(screeningOrder).values({
    organizationId: call.organizationId,
    attemptId,
    screeningClientId: client.screeningClientId,
    provider: client.provider,
    simulated: client.simulated,
    productId: product.productId,
    product: product.product,
    state: "placing",
    stateSince: call.now,
    orderedBy: actingProfile(call) ?? target.profileId,
    orderedAt: call.now,
    // Where the job is lost, it is taken up again.
    nextLookAt: new Date(call.now.getTime() + 120_000),
  });
  // Whoever disconnects the account at this moment is waited for by the insert.
  if ((await clientById(call, client.screeningClientId)) === null) {
    throw conflict(orderRefusalTexts.noProvider, "noProvider");
  }
  await recordOrder(call, { attemptId, state: "placing", providerStatus: null, problem: null, knownBy: "member" });
  await enqueue(call, followOrder, { attemptId, by: "placing" }, { singletonKey: attemptId });
  return { attemptId };
}

/** What would be ordered for a person now, by the countries that they told to be a citizen of; null: nothing is ordered. */
export async function productFor(
  call: Call,
  profileId: string,
  settings: BackgroundCheck,
): Promise<OrderedProduct | null> {
  if (settings.internationalProductId === null) return orderedProduct(settings, null);
  const { wrappedKey } = await organizationFacts(call);
  const [detail] = await call.db
    .select()
    .from(profileDetail)
    .where(and(ours(profileDetail, call), eq(profileDetail.profileId, profileId)));
  const person = { profileId, wrappedKey, detail: detail ?? null };
  return orderedProduct(settings, decryptDetail(call, person, "citizenship"));
}

/** The account and the provider that the settings choose; null where something of it is missing. */
export async function chosenClient(call: Call, { clientId, productId }: BackgroundCheck) {
  if (clientId === null || productId === null) return null;
  const client = await clientById(call, clientId);
  const provider = client && call.adapters.screening.get(client.provider);
  return client && provider ? { ...client, providerName: provider.name, simulated: provider.simulated } : null;
}

export type ChosenClient = NonNullable<Awaited<ReturnType<typeof chosenClient>>>;

/** Why no check can be started, whoever pays; null: one can. */
export async function refusalOf(
  call: Call,
  { target, on, client }: { target: MemberTarget; on: Asked; settings: BackgroundCheck; client: ChosenClient | null },
): Promise<OrderRefusal | null> {
  const { requirementId } = on.owed.requirement;
  const [present, order] = await Promise.all([presentAttempt(call, requirementId), latestOrder(call, requirementId)]);
  if (present && order?.attemptId === present.attemptId && isOpen(present.state)) return "underWay";
  if (client === null) return "noProvider";
  if (target.email === null) return "emailMissing";
  const missing = await missingConsents(call, subjectOf(target, on));
  return missing.length > 0 ? "consentMissing" : null;
}

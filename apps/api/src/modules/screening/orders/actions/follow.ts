import type { ScreeningProblem } from "@touchline/contract/screening/orders";
import { providerOutcome } from "@touchline/rules";
import { ProviderError, type ProviderFault } from "../../../../adapters/provider-http.ts";
import type { AccountAccess, NewOrder, ProviderOrder, ScreeningProvider } from "../../../../adapters/screening/port.ts";
import { type Adapters, type Call, organizationFacts } from "../../../../call.ts";
import type { Step, Within, WorkLog } from "../../../../jobs/jobs.ts";
import { withLocks } from "../../../people/index.ts";
import { clientAccess } from "../../clients/queries/clients.ts";
import { otherNamesOf } from "../../registry-search/queries/names.ts";
import { heldOrder, type OrderInFull, orderInFull, orderPlace, workStateOf } from "../queries/order.ts";
import { applyOrder, endOrder } from "./apply.ts";
import { notifyAdministrators } from "./notify.ts";
import { webhookPath } from "./receive.ts";
import { type KnownBy, writeOrder } from "./write.ts";

/** The input for asking the provider, which runs without an open transaction. */
type Begun = {
  revision: number;
  access: AccountAccess;
  provider: OrderInFull["order"]["provider"];
  ask:
    | { kind: "place"; order: Omit<NewOrder, "access">; wasTried: boolean }
    | { kind: "read" | "cancel"; orderId: string; reportId: string | null; renewal: Omit<NewOrder, "access"> | null };
  profileId: string;
};
type Answer = { revision: number; by: KnownBy } & (
  | { kind: "order"; order: ProviderOrder }
  | { kind: "fault"; fault: ProviderFault; retryAfter: number | null; answer: string | null }
);

/** Days that an applicant has. */
const invitedDays = 14;
const dayLong = 86_400_000;
/** Milliseconds after which an order whose job was lost is taken up again. */
const lease = 120_000;

/**
 * Reads the question to the provider. Before the first call that may place an order, it is stored that there may be one:
 * whatever the result of that call, the order is looked up before it is placed again.
 */
export async function beginFollowing(call: Call, { attemptId }: { attemptId: string }): Promise<Begun | null> {
  const [held] = await heldOrder(call, attemptId);
  const found = held && (await orderInFull(call, attemptId));
  if (!found) return null;
  const { order, person } = found;
  const { access } = await clientAccess(call, order.screeningClientId);
  const { profileId } = found.subject;
  const next = { revision: order.revision + 1, access, provider: order.provider, profileId };
  const { site } = call.adapters;
  const whole = {
    productId: order.productId,
    webhookUrl: `${site.apiUrl ?? site.url}${webhookPath(order.provider)}`,
    reference: attemptId,
    // Other names are read only where an order is placed or renewed.
    candidate: { ...person, email: person.email ?? "", otherNames: [] },
    workState: await workStateOf(call),
    expiresAt: new Date(order.orderedAt.getTime() + invitedDays * dayLong),
  };
  const isWanted = found.attemptState !== "withdrawn";
  if (order.providerOrderId !== null) {
    await writeOrder(call, order, { nextLookAt: new Date(call.now.getTime() + lease) }, "look");
    const { providerOrderId: orderId, providerReportId: reportId } = order;
    const kind = isWanted || order.state !== "invited" ? "read" : "cancel";
    return { ...next, ask: { kind, orderId, reportId, renewal: isWanted && mayBeRenewed(call, order) ? whole : null } };
  }
  if (order.state !== "placing") return null;
  if (!isWanted && !order.tried) {
    await writeOrder(call, order, { state: "canceled", stateSince: call.now, nextLookAt: null }, "look");
    return null;
  }
  await writeOrder(call, order, { tried: true, nextLookAt: new Date(call.now.getTime() + lease) }, "placing");
  const expiresAt = new Date(call.now.getTime() + invitedDays * dayLong);
  const named = { ...whole.candidate, otherNames: await otherNamesOf(call, profileId) };
  return { ...next, ask: { kind: "place", wasTried: order.tried, order: { ...whole, candidate: named, expiresAt } } };
}

/** Faults that operators of the installation must solve; they are notified at once. */
const forOperators: readonly ProviderFault[] = ["unauthorized", "malformed"];

/** Asks the provider. Any failure is an answer, too. */
export async function askProvider(begun: Begun, adapters: Adapters, log: WorkLog, within: Within): Promise<Answer> {
  const answer = await answerTo(begun, adapters, within);
  if (answer.kind === "fault" && forOperators.includes(answer.fault)) log.report?.("ProviderError", answer.fault);
  return answer;
}

async function answerTo(begun: Begun, adapters: Adapters, within: Within): Promise<Answer> {
  const { revision, ask } = begun;
  const by = ask.kind === "place" ? "placing" : "look";
  const provider = adapters.screening.get(begun.provider);
  if (!provider) return { revision, by, kind: "fault", fault: "unauthorized", retryAfter: null, answer: null };
  try {
    return { revision, by, kind: "order", order: await requestOrder(provider, begun, within) };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const { fault, retryAfter, answer } = error;
    return { revision, by, kind: "fault", fault, retryAfter, answer };
  }
}

async function requestOrder(
  { provider, orders }: ScreeningProvider,
  { access, ask, profileId }: Begun,
  within: Within,
): Promise<ProviderOrder> {
  if (ask.kind === "cancel") await orders.cancel(access, ask).catch(unlessRefused);
  if (ask.kind !== "place") {
    const reported = await orders.read(access, ask);
    const isOver = providerOutcome(provider, reported.status) === "expired";
    if (!isOver || !ask.renewal || !orders.renew) return reported;
    const candidate = { ...ask.renewal.candidate, otherNames: await within((call) => otherNamesOf(call, profileId)) };
    return orders.renew({ ...ask.renewal, candidate, access }, ask);
  }
  const found = ask.wasTried ? await orders.find(access, ask.order.reference) : null;
  return found ?? orders.place({ ...ask.order, access });
}

/** Whether the applicant's days aren't over. An invitation that ended within a day of the order was ended by the provider. */
const mayBeRenewed = (call: Call, { orderedAt, invitedUntil }: OrderInFull["order"]) =>
  call.now.getTime() < orderedAt.getTime() + invitedDays * dayLong &&
  invitedUntil !== null &&
  invitedUntil.getTime() >= orderedAt.getTime() + dayLong;

/** A form that was submitted in the meantime starts the check, and the provider doesn't cancel it anymore. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof ProviderError) || error.fault !== "refused") throw error;
}

/** Stores the provider's answer. If another answer was stored since it was requested, the provider is asked again. */
export async function finishFollowing(
  unlocked: Call,
  { attemptId, by }: { attemptId: string; by: KnownBy },
  answer: Answer,
): Promise<Step> {
  const first = await orderInFull(unlocked, attemptId);
  if (!first) return undefined;
  const call = await withLocks(unlocked, { people: [first.subject.profileId] });
  const [held] = await heldOrder(call, attemptId);
  if (held?.revision !== answer.revision) return "again";
  const found = await orderInFull(call, attemptId);
  if (!found) return undefined;
  const knownBy = answer.by === "placing" ? "placing" : by;
  if (answer.kind === "order") await applyOrder(call, found, answer.order, knownBy);
  else await applyFault(call, found, answer, knownBy);
  return undefined;
}

const problemOf: Record<ProviderFault, ScreeningProblem> = {
  unreachable: "unreachable",
  busy: "busy",
  unauthorized: "unauthorized",
  notFound: "lost",
  refused: "refused",
  malformed: "malformed",
};

/** Seconds before a provider is asked again after the first fault of a kind; doubled with each, up to a day. */
const firstPause: Record<ScreeningProblem, number> = {
  unreachable: 30,
  busy: 30,
  unauthorized: 900,
  malformed: 900,
  refused: 900,
  lost: 3600,
};
const longestPause = 86_400;
/** So often a provider may say that it does not know an order before it is believed. */
const mostLost = 3;

async function applyFault(
  call: Call,
  found: OrderInFull,
  { fault, retryAfter, answer }: Answer & { kind: "fault" },
  knownBy: KnownBy,
): Promise<void> {
  const { order } = found;
  const isPlacing = order.providerOrderId === null;
  // Anything that isn't found when an order is placed, such as the product, is a reason to refuse it.
  const problem = isPlacing && fault === "notFound" ? "refused" : problemOf[fault];
  const looks = order.problem === problem ? order.looks + 1 : 1;
  const pause = Math.min(retryAfter ?? firstPause[problem] * 2 ** (looks - 1), longestPause);
  const sealedAnswer =
    fault === "malformed" && answer !== null
      ? call.adapters.vault.seal(
          (await organizationFacts(call)).wrappedKey,
          orderPlace(call, order.attemptId, "sealed_answer"),
          answer,
        )
      : order.sealedAnswer;
  const changes = {
    problem,
    problemSince: order.problem === problem ? order.problemSince : call.now,
    ...{ sealedAnswer, looks },
    nextLookAt: new Date(call.now.getTime() + pause * 1000),
  };
  if (isPlacing && problem === "refused") await endOrder(call, found, "refused", changes, knownBy);
  else if (problem === "lost" && looks >= mostLost) await endOrder(call, found, "canceled", changes, knownBy);
  else await writeOrder(call, order, changes, knownBy);
  if (problem === "refused" || problem === "unauthorized") await notifyAdministrators(call, found, problem);
}

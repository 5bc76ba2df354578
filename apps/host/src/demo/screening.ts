import type { Adapters, Call } from "@touchline/api/call";
import type { OrganizationId, Tenancy } from "@touchline/api/database/tenancy";
import type { AnyJob } from "@touchline/api/jobs/jobs";
import { addFile } from "@touchline/api/modules/accounts/organizations/actions/files";
import { updateDetails } from "@touchline/api/modules/requirements/details/actions/save";
import { beginFinal, finish, printFinal } from "@touchline/api/modules/reviews/adverse-action/actions/decide";
import { dispute } from "@touchline/api/modules/reviews/adverse-action/actions/dispute";
import { beginNotice, makeNotice, sendNotice } from "@touchline/api/modules/reviews/adverse-action/actions/start";
import { noticeEnded } from "@touchline/api/modules/reviews/adverse-action/actions/waiting-periods";
import { allowAccount } from "@touchline/api/modules/screening/clients/actions/allow";
import { saveApplication, submitApplication } from "@touchline/api/modules/screening/clients/actions/onboard";
import { activateAccount } from "@touchline/api/modules/screening/clients/jobs";
import { orderingProvider } from "@touchline/api/modules/screening/clients/queries/agencies";
import { clientAccess, clientsOf } from "@touchline/api/modules/screening/clients/queries/clients";
import { signConsent } from "@touchline/api/modules/screening/consents/actions/record";
import { viewConsents } from "@touchline/api/modules/screening/consents/actions/view";
import { linkOf } from "@touchline/api/modules/screening/orders/actions/link";
import { startCheck } from "@touchline/api/modules/screening/orders/actions/run";
import { followOrder } from "@touchline/api/modules/screening/orders/jobs";
import { latestOrder } from "@touchline/api/modules/screening/orders/queries/order";
import { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";
import { here, later } from "./first-steps.ts";
import { keep } from "./history-steps.ts";
import type { CheckOutcome, PlannedCheck, PlannedOrganization } from "./plan.ts";
import { aPdf } from "./sample-documents.ts";

/** Enters what an organization says of itself to get an account at Yardstik, and submits it where it is whole. */
export async function applyForScreening(
  call: Call,
  { info, submitted }: PlannedOrganization["application"],
): Promise<void> {
  const { organizationId } = call;
  await saveApplication(call, organizationId, { version: 0, info });
  if (!submitted) return;
  const letter = await aPdf("Employer Identification Number", [info.legalName, info.ein], call.now);
  const upload = await keep(call, "irs-letter.pdf", letter);
  await addFile(call, { organizationId, purpose: "EinProof" }, [upload]);
  await submitApplication(call, organizationId, { version: 1, certified: true });
}

/** Steers the simulated providers, as their panel does. */
export async function steer(simulatorUrl: string, path: string, body: object): Promise<void> {
  const answer = await fetch(`${simulatorUrl}/simulator/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`The simulated providers refuse ${path} (${answer.status}).`);
}

/**
 * Runs one try of a job that asks a provider, within the transaction that the organization is written in: a start that is cut off
 * leaves nothing of it.
 */
async function perform(
  call: Omit<Call, "actor">,
  { name, steps }: AnyJob,
  payload: object,
  requestedAt = call.now,
): Promise<void> {
  if (steps.kind !== "errand") throw new Error(`The job ${name} asks nobody.`);
  const acting: Call = { ...call, actor: { kind: "system", name: `job.${name}` } };
  const begun = await steps.begin({ ...acting, now: requestedAt }, payload as never);
  if (begun === null) return;
  const silent = { info: () => undefined, error: () => undefined };
  const acted = await steps.act(begun as never, call.adapters, silent, (work) => work(acting));
  await steps.finish(acting, payload as never, acted as never, { last: false });
}

/** Longer than the simulated provider takes to activate an account, in milliseconds. */
const untilActive = 6 * 60_000;

/** Has the account opened and activated that an organization applied for. @returns what checks are ordered by, as settings say it. */
export async function openAccount(call: Call, simulatorUrl: string) {
  await perform(call, activateAccount, {});
  await steer(simulatorUrl, "clock", { advance: untilActive });
  await perform(later(call, untilActive / 1000), activateAccount, {});
  const [client] = await clientsOf(call);
  if (!client) throw new Error("The simulated provider didn't activate the account of the demo.");
  const { clientId } = client;
  const { provider, access } = await clientAccess(call, clientId);
  const [product, , abroad] = await orderingProvider(call.adapters.screening, provider).accounts.products(access);
  if (!product) throw new Error("The simulated provider has no product.");
  const international = { internationalProductId: abroad?.id ?? null, internationalProduct: abroad?.name ?? "" };
  return { provider, clientId, productId: product.id, product: product.name, ...international };
}

type Place = { requirementId: string; profileLevelAccessId: string };

/**
 * Orders a background check as a member does: tells where they live, signs each document, starts the check, and submits the provider's
 * form unless they are still invited.
 *
 * @param call of the member.
 */
export async function orderCheck(
  call: Call,
  { person, outcome }: PlannedCheck,
  place: Place,
  present: Date,
): Promise<void> {
  const name = `${person.firstName} ${person.lastName}`;
  const { email } = person;
  const contact = { address: "27 Larch Street, 98103", city: "Seattle", phone: "206 555 0119", stateId: "US-WA" };
  await updateDetails(call, person.profileId, { contactInformation: { email, ...contact } }, null);
  const { pages } = await viewConsents(call, place);
  for (const [index, { kind, version }] of pages.entries()) {
    await signConsent(later(call, 40 * (index + 1)), {
      params: { id: place.requirementId },
      body: {
        ...{ profileLevelAccessId: place.profileLevelAccessId, kind, version, name },
        ...{ accepted: true as const, wantsCopy: false },
      },
      ...{ origin: here, query: {}, uploads: [] },
    });
  }
  const started = later(call, 40 * (pages.length + 1));
  await startCheck(started, place);
  const { attemptId } = await orderOf(started, place);
  // The simulated provider's clock is the present: it takes no invitation that has ended.
  await perform(later(started, 5), followOrder, { attemptId, by: "placing" }, present);
  if (outcome === "invited") return;
  const opened = later(started, 60);
  const { url } = await linkOf(opened, place);
  const sent = await fetch(url, { method: "POST", body: new URLSearchParams({ consent: "yes", signature: name }) });
  if (!sent.ok) throw new Error(`The simulated provider's form wasn't accepted (${sent.status}).`);
  await perform(later(opened, 60), followOrder, { attemptId, by: "look" });
}

/** What the provider makes of a submitted form; one that keeps processing reports nothing until somebody moves it on in the panel. */
const stageOf = {
  ...{ running: "processing", flagged: "consider", cleared: "clear" },
  ...{ waiting: "consider", disputed: "consider", final: "consider" },
} as const satisfies Record<Exclude<CheckOutcome, "invited">, string>;

/** Has the provider finish a check, and looks how it stands. */
export async function finishCheck(
  call: Call,
  { outcome }: PlannedCheck,
  place: Place,
  simulatorUrl: string,
): Promise<void> {
  if (outcome === "invited") return;
  const { attemptId, providerReportId } = await orderOf(call, place);
  await steer(simulatorUrl, `orders/yardstik/${providerReportId}`, { stage: stageOf[outcome] });
  await perform(call, followOrder, { attemptId, by: "look" });
}

/** What a reviewer of the demo writes into the notice, and about it. */
const noticeOf = {
  items: "Theft, county court of King County, Washington, four years ago (simulated record: no real check is made).",
  agencyName: "Yardstik, Inc. (simulated)",
  agencyAddress: "1 Example Street, Minneapolis, MN 55401",
  agencyPhone: "555 010 0100",
  offense: "One conviction for theft, with no violence.",
  timePassed: "Four years, and nothing since.",
  role: "Coaches hold the team's money on trips.",
};

/** A step of an adverse action, so many days after the check was flagged, by a reviewer or by the person. */
type AdverseStep = { days: number; by: "reviewer" | "person"; take(call: Call, place: Place): Promise<void> };

/** How far an adverse action gets: the notice, and then the person disputes the report, or the final notice is sent after the waiting period. */
export function adverseSteps(outcome: CheckOutcome): AdverseStep[] {
  const notice: AdverseStep = {
    ...{ days: 0, by: "reviewer" },
    async take(call, place) {
      const input = { ...place, ...noticeOf, uploads: [] };
      await sendNotice(call, input, await makeNotice(await beginNotice(call, input), call.adapters));
    },
  };
  const disputed: AdverseStep = {
    ...{ days: 2, by: "person" },
    async take(call, place) {
      await dispute(call, { ...place, explanation: "That case was about somebody with my name." });
    },
  };
  const final: AdverseStep = {
    ...{ days: 14, by: "reviewer" },
    async take(call, place) {
      await noticeEnded({ ...call, actor: { kind: "system", name: "schedule.adverse.periods" } });
      const input = { ...place, reason: "The offense has to do with the money that the role handles." };
      const deciding = later(call, 600);
      await finish(deciding, input, await printFinal(await beginFinal(deciding, input)));
    },
  };
  switch (outcome) {
    case "waiting":
      return [notice];
    case "disputed":
      return [notice, disputed];
    case "final":
      return [notice, final];
    default:
      return [];
  }
}

async function orderOf(call: Call, { requirementId }: Place) {
  const order = await latestOrder(call, requirementId);
  if (!order) throw new Error("A background check of the demo wasn't ordered.");
  return order;
}

type Deps = { tenancy: Tenancy; adapters: Adapters; now: Date };

/** Lets an organization connect another account. */
export async function offerAnotherAccount({ tenancy, adapters, now }: Deps, id: OrganizationId): Promise<void> {
  const operating = { visit: { tenancy, now, adapters }, id, operator: id };
  await allowAccount(operating, { provider: BackgroundCheckProvider.Checkr, accountId: "shared", allowed: true });
}

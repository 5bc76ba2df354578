import { createHmac } from "node:crypto";
import { RequirementType } from "@touchline/contract";
import { createContent } from "@touchline/contract/library/content";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { saveContentOf } from "@touchline/contract/library/content-kinds";
import { type BackgroundCheckProvider, backgroundCheckSettings } from "@touchline/contract/library/content-settings";
import { getProfileDetails, updateProfile } from "@touchline/contract/requirements/profile-details";
import { getRequirement } from "@touchline/contract/requirements/requirements";
import { listConsents, recordConsent } from "@touchline/contract/screening/consents";
import { getBackgroundCheck, getBackgroundCheckLink, runBackgroundCheck } from "@touchline/contract/screening/orders";
import { usualSettings } from "@touchline/rules";
import { and, eq } from "drizzle-orm";
import { simulatedScreening } from "../../host/src/screening-settings.ts";
import { startSimulator } from "../../simulator/src/simulator.ts";
import { openScreening } from "../src/adapters/screening/open.ts";
import { orderMakers } from "../src/adapters/screening/orders.ts";
import type { ScreeningProvider } from "../src/adapters/screening/port.ts";
import type { ScreeningSettings } from "../src/adapters/screening/settings.ts";
import { newId } from "../src/database/ids.ts";
import { profile } from "../src/schema/people.ts";
import { screeningClient } from "../src/schema/screening.ts";
import { owedBy } from "./submissions.ts";
import type { TestPerson, World } from "./world.ts";

/** The milliseconds after which requests to simulated providers time out in tests. */
const timeout = 3_000;

export type SimulatedScreening = Awaited<ReturnType<typeof simulateScreening>>;

/** Simulates a world's providers in this process, by its clock, behind the real adapters. */
export async function simulateScreening(world: World) {
  const webhooks = (name: string) => `${world.base}/api/webhooks/${name}`;
  const simulator = await startSimulator({
    now: world.clock.now,
    tick: 0,
    webhookUrls: { checkr: webhooks("checkr") },
  });
  const settings = simulatedScreening(simulator.url);
  const quick = Object.fromEntries(
    Object.entries(settings).map(([name, one]) => [name, one && { ...one, timeout }]),
  ) as ScreeningSettings;
  const providers = openScreening(quick, orderMakers);
  const { adapters } = world;
  Object.assign(adapters, { screening: providers, site: { ...adapters.site, apiUrl: world.base } });
  for (const { provider, orders } of providers.values())
    await orders.subscribe?.(webhooks(provider === 0 ? "yardstik" : "checkr"));

  /** Runs everything that is due: webhooks are delivered and processed, and orders are read. */
  async function settle() {
    await world.drainJobs();
    await simulator.settle();
    await world.runSchedule("screening.webhooks");
    await world.drainJobs();
  }

  return {
    simulator,
    providers,
    provider: (provider: BackgroundCheckProvider) => providers.get(provider) as ScreeningProvider,
    settle,
    /** Advances both clocks, runs what becomes due, and polls due orders. */
    async pass(milliseconds: number) {
      world.clock.shift += milliseconds;
      await settle();
      await world.runSchedule("screening.look");
      await settle();
    },
    /** Makes the next call or webhook of a vendor fail in this way. */
    async fault(fault: string, vendor: string, { times = 1, value }: { times?: number; value?: number } = {}) {
      const answer = await fetch(`${simulator.url}/simulator/faults`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ fault, vendor, times, ...(value === undefined ? {} : { value }) }),
      });
      if (!answer.ok) throw new Error(await answer.text());
    },
    /** Makes a later call of a vendor fail in this way, after this many others. */
    async faultAt(fault: string, vendor: string, calls: number) {
      await this.fault("delay", vendor, { times: calls, value: 1 });
      await this.fault(fault, vendor);
    },
    clearFaults: async () => void (await fetch(`${simulator.url}/simulator/faults`, { method: "DELETE" })),
    /** Makes Yardstik reject its key until the returned function is called. */
    withWrongKey() {
      const { yardstik } = quick;
      const wrong = openScreening({ ...quick, yardstik: yardstik && { ...yardstik, apiKey: "wrong" } }, orderMakers);
      Object.assign(adapters, { screening: wrong });
      return () => void Object.assign(adapters, { screening: providers });
    },
    /** The key with which Yardstik signs webhooks. */
    yardstikSignature: (body: string) =>
      createHmac("sha256", settings.yardstik?.signatureKey ?? "")
        .update(body)
        .digest("hex"),
    /** Returns what Sterling was told about people, requested with the adapter's own credentials. */
    async sterlingCandidates(): Promise<unknown[]> {
      const { clientId = "", clientSecret = "" } = settings.sterling ?? {};
      const body = new URLSearchParams({
        grant_type: "client_credentials",
        client_id: clientId,
        client_secret: clientSecret,
      });
      const signedIn = await fetch(`${simulator.url}/sterling/oauth/token`, { method: "POST", body });
      const { access_token } = (await signedIn.json()) as { access_token: string };
      const headers = { authorization: `Bearer ${access_token}` };
      const answer = await fetch(`${simulator.url}/sterling/v2/candidates?limit=100`, { headers });
      return ((await answer.json()) as { data: unknown[] }).data;
    },
    /** Signs and submits the hosted form as the applicant. */
    async submit(url: string) {
      const answer = await fetch(url, {
        method: "POST",
        body: new URLSearchParams({ consent: "yes", signature: "Test Person" }),
      });
      if (!answer.ok) throw new Error(await answer.text());
      await simulator.settle();
    },
    close: () => simulator.close(),
  };
}

/**
 * Moves a person to Texas, which requires no notice of its own, and signs everything that is needed before a background check.
 */
async function signAll(coach: TestPerson, id: string) {
  const person = { params: { id: coach.profileId } };
  const { contactInformation } = await coach.call(getProfileDetails, person);
  await coach.call(updateProfile, {
    ...person,
    body: { contactInformation: { ...contactInformation, stateId: "US-TX" } },
  });
  const { pages, missing, signs } = await coach.call(listConsents, { params: { id, plaId: coach.plaId } });
  for (const { kind, version } of pages.filter((page) => missing.includes(page.kind))) {
    const body = { profileLevelAccessId: coach.plaId, kind, version, accepted: true as const, name: signs.name };
    await coach.call(recordConsent, { params: { id }, body });
  }
}

/** Creates a coach with this last name who needs a background check from a provider. */
export async function aScreened(
  world: World,
  screening: SimulatedScreening,
  {
    lastName = "Clear",
    provider = 0,
    settings: more = {},
    payer,
  }: {
    lastName?: string;
    provider?: BackgroundCheckProvider;
    settings?: Record<string, unknown>;
    payer?: "Individual" | "Organization";
  } = {},
) {
  const org = await world.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("root", "Club Director");
  const manager = await org.aMember("northTeam", "Team Manager");
  const coach = await org.aMember("northTeam", "Head Coach");
  const { organizationId } = org;
  const screeningClientId = newId();
  const access = { accountId: "shared", token: null };
  const [product] = await screening.provider(provider).accounts.products(access);
  await org.asSystem(async ({ db, organizationId: tenant, now }) => {
    await db
      .update(profile)
      .set({ lastName, dateOfBirth: "1984-05-06" })
      .where(and(eq(profile.organizationId, tenant), eq(profile.profileId, coach.profileId)));
    await db.insert(screeningClient).values({
      organizationId: tenant,
      screeningClientId,
      provider,
      accountId: "shared",
      name: "Account",
      sealedToken: null,
      connectedBy: admin.profileId,
      connectedAt: now,
    });
  });
  /** Requires a background check with this name of the coach, and signs everything. */
  async function ask(name: string) {
    const { contentId } = await admin.call(createContent, {
      body: { type: RequirementType.BackgroundCheck, name, description: "", levelId: org.levels.root },
    });
    const { kind: _, ...usual } = usualSettings["background-check"];
    await admin.call(saveContentOf["background-check"], {
      params: { id: contentId },
      body: backgroundCheckSettings.parse({
        ...usual,
        provider,
        clientId: screeningClientId,
        productId: product?.id,
        product: product?.name,
        ...more,
      }) as never,
    });
    const everyCoach = { levelId: org.levels.root, labelIds: [org.labelIds["Head Coach"]], includeBelow: true };
    await admin.call(assignContent, {
      params: { id: contentId },
      body: {
        contentAssignments: [
          { ...everyCoach, mandatory: true, dueDate: null, ...(payer === undefined ? {} : { payer }) },
        ],
      },
    });
    const { requirementId, profileLevelAccessId } = await owedBy(coach, name);
    await signAll(coach, requirementId);
    return { contentId, requirementId, profileLevelAccessId };
  }
  const { contentId, requirementId, profileLevelAccessId } = await ask("Check");
  const on = { params: { id: requirementId }, query: { profileLevelAccessId } };
  const seen = (who: TestPerson) => who.call(getBackgroundCheck, on);
  return {
    ...{ org, organizationId, admin, director, manager, coach, on, contentId, ask },
    status: async () => (await coach.call(getRequirement, on)).status,
    seen,
    order: async (who: TestPerson = coach) => {
      const { order } = await seen(who);
      if (order === null) throw new Error("nothing was ordered");
      return order;
    },
    /** Adds another coach who needs the check, and signs everything. */
    async another() {
      const other = await org.aMember("northTeam", "Head Coach");
      const owed = await owedBy(other, "Check");
      await signAll(other, owed.requirementId);
      const query = { profileLevelAccessId: owed.profileLevelAccessId };
      return { coach: other, on: { params: { id: owed.requirementId }, query } };
    },
    start: () => coach.call(runBackgroundCheck, on),
    link: () => coach.call(getBackgroundCheckLink, on),
  };
}

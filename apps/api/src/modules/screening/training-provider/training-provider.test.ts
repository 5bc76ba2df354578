import { createHmac } from "node:crypto";
import { RequirementStatus, RequirementType } from "@touchline/contract";
import { createContent } from "@touchline/contract/library/content";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { saveContentOf } from "@touchline/contract/library/content-kinds";
import { saveName } from "@touchline/contract/requirements/profile-details";
import { getRequirement } from "@touchline/contract/requirements/requirements";
import {
  getTrainingUrl,
  sendTrainingCertificate,
  takeAbusePreventionTraining,
} from "@touchline/contract/requirements/submissions";
import { reviewRequirement } from "@touchline/contract/reviews/reviews";
import { getTrainingEnrollment } from "@touchline/contract/screening/training-provider";
import { dayOf, usualSettings } from "@touchline/rules";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type SimulatedLookups, simulateLookups } from "../../../../test/lookups.ts";
import { owedBy } from "../../../../test/submissions.ts";
import { aPdf, aWorld } from "../../../../test/world.ts";
import type { Call } from "../../../call.ts";
import { screeningWebhook, trainingWebhooks } from "../../../schema/screening.ts";
import { restand } from "../../compliance/index.ts";
import { actingAgain } from "../../people/index.ts";
import { beginOpening, finishOpening, openAtProvider } from "./actions/open.ts";
import { enrollmentShown } from "./queries/details.ts";

const world = aWorld();
let lookups: SimulatedLookups;
beforeAll(async () => {
  lookups = await simulateLookups(world.it);
});
beforeEach(() => lookups.useTrainings());
afterEach(async () => {
  world.it.clock.shift = 0;
  await lookups.clearFaults();
});
afterAll(() => lookups.close());

const fault = (name: string, times = 1, value?: number) => lookups.fault(name, "training", times, value);
/** Moves the clock forward and runs everything that is due then. */
async function pass(milliseconds = 0) {
  world.it.clock.shift = milliseconds;
  await lookups.simulator.settle();
  await world.it.runSchedule("screening.webhooks");
  await world.it.runSchedule("trainings.look");
  await world.it.drainJobs();
  world.it.clock.shift = 0;
}

/** Creates a coach who needs a training that is taken at the provider. */
async function aTraining(more: Record<string, unknown> = {}, payer: "Organization" | "Individual" = "Organization") {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("root", "Club Director");
  const { contentId } = await admin.call(createContent, {
    body: {
      type: RequirementType.AbusePreventionTraining,
      name: "Training",
      description: "",
      levelId: org.levels.root,
    },
  });
  const { kind: _, ...usual } = usualSettings["abuse-prevention-training"];
  const validity = { type: "Duration", amount: 1, unit: "years" };
  await admin.call(saveContentOf["abuse-prevention-training"], {
    params: { id: contentId },
    body: { ...usual, takenAtProvider: true, validity, ...more } as never,
  });
  const labelIds = [org.labelIds["Head Coach"]];
  const assignment = { levelId: org.levels.root, labelIds, includeBelow: true, mandatory: true, dueDate: null, payer };
  await admin.call(assignContent, { params: { id: contentId }, body: { contentAssignments: [assignment] } });
  const aCoach = async () => {
    const coach = await org.aMember("northTeam", "Head Coach");
    const { requirementId, profileLevelAccessId } = await owedBy(coach, "Training");
    const on = { params: { id: requirementId }, query: { profileLevelAccessId } };
    const take = { params: on.params, body: on.query };
    const rename = (firstName: string, lastName: string) =>
      admin.call(saveName, { body: { profileId: coach.profileId, firstName, lastName, dateOfBirth: "1984-05-06" } });
    return {
      ...{ coach, on, rename },
      take: () => coach.call(takeAbusePreventionTraining, take),
      askToTake: () => coach.ask(takeAbusePreventionTraining, take),
      url: () => coach.ask(getTrainingUrl, on),
      status: async () => (await coach.call(getRequirement, on)).status,
      requirement: () => coach.call(getRequirement, on),
      seen: () => coach.call(getTrainingEnrollment, on),
      certify: (certificateId?: string) =>
        coach.ask(sendTrainingCertificate, {
          params: on.params,
          body: {
            ...on.query,
            completedDate: dayOf(Date.now(), "America/Los_Angeles"),
            ...(certificateId ? { certificateId } : {}),
          },
          files: [aPdf("certificate.pdf")],
        }),
      decide: (reviewDecision: "Approved" | "RejectedReset") =>
        director.call(reviewRequirement, {
          params: { plaId: profileLevelAccessId },
          body: { requirementId, reviewDecision, reviewNotes: "Check it." },
        }),
    };
  };
  return { ...(await aCoach()), aCoach, admin, director, org };
}

/** Completes the training on the provider's page. */
async function complete(url: string) {
  const answer = await fetch(url, { method: "POST" });
  if (!answer.ok) throw new Error(await answer.text());
}
const storedWebhooks = () =>
  world.it.tenancy.runShared((db) =>
    db.select().from(screeningWebhook).where(eq(screeningWebhook.provider, trainingWebhooks)),
  );

describe("a training at the provider", () => {
  test("isn't opened while its member has to pay for it first", async () => {
    const one = await aTraining({ price: 2_500 }, "Individual");
    expect(await one.askToTake()).toMatchObject({ status: 409, body: { reason: "individualPays" } });
    expect(await one.seen()).toMatchObject({ state: "none" });
  });

  test("waits on the applicant once it is opened, and is completed by the provider's webhook", async () => {
    const one = await aTraining();
    expect(await one.url()).toMatchObject({ status: 409, body: { reason: "noLink" } });
    expect(await one.seen()).toMatchObject({ provider: { simulated: true }, course: "Core", state: "none" });
    const { url } = await one.take();
    expect(await one.status()).toBe(RequirementStatus.WaitingOnApplicant);
    expect(await one.url()).toMatchObject({ status: 200, body: { url } });
    // Opening it again returns the same training.
    expect((await one.take()).url).toBe(url);
    await complete(url);
    await pass();
    expect(await one.status()).toBe(RequirementStatus.Completed);
    expect(await one.seen()).toMatchObject({ state: "completed", course: "Refresher 1" });
    const { expiresAt } = await one.requirement();
    expect(Math.abs(Date.parse(expiresAt ?? "") - Date.now() - 365 * 86_400_000)).toBeLessThan(3 * 86_400_000);
  });

  test("is the Core in the first year, and a Refresher in each year after it", async () => {
    const { org, coach, on } = await aTraining();
    const place = { requirementId: on.params.id, ...on.query };
    // A session would have ended by then, so the coach acts without one.
    const asCoach = <Result>(work: (call: Call) => Promise<Result>) =>
      org.asSystem(async (call) => work((await actingAgain(call, coach.profileId)) ?? call));
    const stand = () =>
      org.asSystem(async (call) => {
        await restand(call, [coach.profileId]);
        const { rows } = await call.db.execute<{ status: RequirementStatus }>(
          sql`SELECT status FROM requirement
            WHERE organization_id = ${org.organizationId} AND requirement_id = ${place.requirementId}`,
        );
        return rows[0]?.status;
      });
    const taken: string[] = [];
    for (let years = 0; years < 5; years += 1) {
      // Each is taken a few days before the previous year's expires.
      const now = years * 355 * 86_400_000;
      world.it.clock.shift = now;
      expect(await stand()).toBe(years === 0 ? RequirementStatus.Incomplete : RequirementStatus.ExpiringSoon);
      taken.push((await asCoach((call) => enrollmentShown(call, place))).course);
      const begun = await asCoach((call) => beginOpening(call, place));
      const enrollment = await openAtProvider(begun, world.it.adapters);
      await complete((await asCoach((call) => finishOpening(call, place, { begun, enrollment }))).url);
      await pass(now);
      world.it.clock.shift = now;
      expect(await stand()).toBe(RequirementStatus.Completed);
    }
    expect(taken).toEqual(["Core", "Refresher 1", "Refresher 2", "Refresher 3", "Core"]);
  });

  test("is completed without a webhook too, as the provider is asked", async () => {
    const one = await aTraining();
    const { url } = await one.take();
    await fault("webhook-drop", 5);
    await complete(url);
    await pass(2 * 3_600_000);
    expect(await one.status()).toBe(RequirementStatus.Completed);
  });

  test.each(["webhook-duplicate", "webhook-forge"])(
    "is completed once whatever becomes of webhooks (%s)",
    async (name) => {
      const one = await aTraining();
      const { url } = await one.take();
      const before = (await storedWebhooks()).length;
      await fault(name, 2);
      await complete(url);
      await pass();
      expect(await one.status()).toBe(RequirementStatus.Completed);
      expect((await storedWebhooks()).length - before).toBe(1);
    },
  );

  test("of somebody who has another name since is reviewed", async () => {
    const one = await aTraining();
    const { url } = await one.take();
    await one.rename("Another", "Person");
    await complete(url);
    await pass();
    expect(await one.status()).toBe(RequirementStatus.PendingReview);
    await one.decide("Approved");
    expect(await one.status()).toBe(RequirementStatus.Completed);
  });

  test.each([
    ["500", 503],
    ["429", 503],
    ["timeout-before", 503],
    ["malformed", 502],
    ["schema-drift", 502],
  ])("that can't be opened for %s says so, and is opened once when it is tried again", async (name, status) => {
    const one = await aTraining();
    await fault(name);
    expect(await one.askToTake()).toMatchObject({
      status,
      body: { message: expect.stringMatching(/training provider/i) },
    });
    expect(await one.status()).toBe(RequirementStatus.WaitingOnApplicant);
    const { url } = await one.take();
    await complete(url);
    await pass();
    expect(await one.status()).toBe(RequirementStatus.Completed);
  });

  test("that the provider took without answering is found again, and not opened twice", async () => {
    const one = await aTraining();
    await fault("timeout-after");
    expect((await one.askToTake()).status).toBe(503);
    const { url } = await one.take();
    const data = await lookups.enrollments();
    const mine = data.find((of) => of.url === url)?.learner.external_id;
    expect(data.filter((of) => of.learner.external_id === mine)).toHaveLength(1);
  });

  test("that is opened by several clicks at once is opened once at the provider", async () => {
    const one = await aTraining();
    // While the provider is still working on the first request, the others don't find an enrollment.
    await fault("delay", 1, 700);
    const answers = await Promise.all(Array.from({ length: 8 }, () => one.askToTake()));
    const results = answers.map(({ status, body }) => (status === 200 ? "opened" : body.reason));
    expect(new Set(results)).toEqual(new Set(["opened", "beingOpened"]));
    const { url } = await one.take();
    const data = await lookups.enrollments();
    const mine = data.find((of) => of.url === url)?.learner.external_id;
    expect(data.filter((of) => of.learner.external_id === mine)).toHaveLength(1);
  });

  test("that can't be asked about says so, and is asked again", async () => {
    const one = await aTraining();
    const { url } = await one.take();
    await complete(url);
    await fault("malformed");
    await pass();
    expect((await one.seen()).problem).toMatchObject({ kind: "malformed" });
    expect(await one.status()).toBe(RequirementStatus.WaitingOnApplicant);
    await pass(20 * 60_000);
    expect(await one.seen()).toMatchObject({ state: "completed", problem: null });
  });

  test("is at the content's own address where this installation has no provider", async () => {
    const one = await aTraining({ trainingUrl: "https://training.example.org/" });
    Object.assign(world.it.adapters, { trainings: null });
    expect(await one.take()).toEqual({ url: "https://training.example.org/" });
    expect((await one.seen()).provider).toBeNull();
  });
});

describe("a webhook", () => {
  const send = (
    body: string,
    { id = "msg_1", at = Math.floor(Date.now() / 1000), secret = lookups.webhookSecret } = {},
  ) => {
    const signature = createHmac("sha256", Buffer.from(secret, "base64"))
      .update(`${id}.${at}.${body}`)
      .digest("base64");
    return fetch(`${world.it.base}/api/webhooks/training`, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        ...{ "webhook-id": id, "webhook-timestamp": String(at), "webhook-signature": `v1,${signature}` },
      },
    });
  };
  const body = JSON.stringify({ type: "enrollment.completed", timestamp: new Date().toISOString(), data: { id: "x" } });

  test("that is signed by someone else, altered, or too old is refused and not kept", async () => {
    const before = (await storedWebhooks()).length;
    expect((await send(body, { secret: "d3Jvbmc=" })).status).toBe(401);
    expect((await send(body, { at: Math.floor(Date.now() / 1000) - 4 * 86_400 })).status).toBe(401);
    expect((await send("{}")).status).toBe(400);
    expect((await storedWebhooks()).length).toBe(before);
    expect((await send(body, { id: "msg_right" })).status).toBe(204);
    expect((await storedWebhooks()).length).toBe(before + 1);
  });
});

describe("a certificate", () => {
  test("that somebody else has submitted is refused, until theirs is sent back", async () => {
    const one = await aTraining();
    const other = await one.aCoach();
    expect((await one.certify("ABC-123")).status).toBe(200);
    const refused = await other.certify("abc 123");
    expect(refused).toMatchObject({ status: 409, body: { reason: "certificateTaken" } });
    expect(await other.status()).toBe(RequirementStatus.Incomplete);
    expect((await other.certify("ABC-124")).status).toBe(200);
    await one.decide("RejectedReset");
    const third = await one.aCoach();
    expect((await third.certify("ABC-123")).status).toBe(200);
    expect((await one.certify("ABC-123")).status).toBe(409);
  });
});

import { RequirementStatus } from "@touchline/contract";
import { listNotices } from "@touchline/contract/messages/notices";
import { getRequirement } from "@touchline/contract/requirements/requirements";
import * as contract from "@touchline/contract/screening/adverse-action";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { aFlagged, theNotice } from "../../../../test/adverse-actions.ts";
import { type SimulatedScreening, simulateScreening } from "../../../../test/screening-orders.ts";
import { aWorld } from "../../../../test/world.ts";

const world = aWorld();
let screening: SimulatedScreening;
beforeAll(async () => {
  screening = await simulateScreening(world.it);
});
afterEach(() => {
  world.it.clock.shift = 0;
});
afterAll(() => screening.close());

const day = 86_400_000;

test("a flagged check goes from the pre-adverse notice through the waiting period to the final notice", async () => {
  const one = await aFlagged(world.it, screening);
  expect((await one.adverse(one.director)).beginning).toMatchObject({ uploadsReport: false, waitingDays: 7 });
  await one.director.call(contract.startAdverseAction, one.act(theNotice));
  const waiting = await one.adverse(one.coach);
  expect(waiting).toMatchObject({ own: true, action: { state: "waiting", items: theNotice.items } });
  expect(waiting.action?.documents.map(({ kind }) => kind)).toEqual(["report", "preAdverseNotice"]);
  expect(waiting.action?.steps.map(({ kind }) => kind)).toEqual(["started"]);
  const early = await one.admin.ask(contract.sendFinalNotice, one.act({ reason: "Direct relationship." }));
  expect(early).toMatchObject({ status: 409, body: { reason: "periodRuns" } });
  world.it.clock.shift += 15 * day;
  await world.it.runSchedule("adverse.periods");
  expect(await one.status()).toBe(RequirementStatus.PendingReview);
  const done = await one.director.call(contract.sendFinalNotice, one.act({ reason: "Direct relationship." }));
  expect(done).toMatchObject({ status: RequirementStatus.Rejected, proposed: false });
  const final = await one.adverse(one.director);
  expect(final.action?.steps.map(({ kind }) => kind)).toEqual(["final", "periodEnded", "assessed", "started"]);
  expect((await one.coach.call(getRequirement, one.on)).status).toBe(RequirementStatus.Rejected);
  const notices = await one.coach.call(listNotices, {});
  expect(notices.data.map((notice) => notice.kind)).toContain("adverseAction");
});

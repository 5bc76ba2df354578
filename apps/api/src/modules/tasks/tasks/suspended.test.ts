import { startMemberTask } from "@touchline/contract/reporting/members";
import { getTask } from "@touchline/contract/tasks/tasks";
import { expect, test } from "vitest";
import { aWorld } from "../../../../test/world.ts";
import { resumeOrganization, suspendOrganization } from "../../accounts/index.ts";

const world = aWorld();

test("a bulk task of an organization that is suspended meanwhile completes once it is resumed", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await org.added(admin, "northTeam", "Head Coach", "Ana");
  const { taskId } = await admin.call(startMemberTask, {
    params: { id: org.levels.north },
    body: { selection: { filter: {} }, act: { kind: "members.changeLabel", labelId: org.labelIds.Volunteer } },
  });
  await org.asSystem((call) => suspendOrganization(call, { operator: call.organizationId, reason: "Unpaid" }));
  await world.it.drainJobs();
  await world.it.runSchedule("tasks.noticeAbandoned");
  await org.asSystem((call) => resumeOrganization(call, call.organizationId));
  await world.it.drainJobs();
  expect(await admin.call(getTask, { params: { id: taskId } })).toMatchObject({ state: "done", done: 1 });
});

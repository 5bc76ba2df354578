import {
  createMemberView,
  deleteMemberView,
  keepMemberList,
  listMemberViews,
  updateMemberView,
} from "@touchline/contract/reporting/members";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { aWorld } from "../../../../test/world.ts";

const world = aWorld();
const choice = { search: "núñez", overallStatuses: ["Incomplete" as const], columns: ["role" as const] };

test("a view is one's own until an Admin shares it", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("north", "Club Director");
  const { viewId } = await director.call(createMemberView, { body: { name: "Not cleared", choice, shared: false } });
  expect((await director.call(listMemberViews)).views).toEqual([
    {
      viewId,
      name: "Not cleared",
      choice: { ...choice, labels: [], requirementStatuses: [], sortCol: "FullName", sortDir: "ASC" },
      shared: false,
      editable: true,
    },
  ]);
  expect((await admin.call(listMemberViews)).views).toEqual([]);
  const body = { name: "Everybody's", choice, shared: true };
  expect((await director.ask(createMemberView, { body })).status).toBe(403);
  expect((await director.ask(updateMemberView, { params: { id: viewId }, body })).status).toBe(403);
  expect((await admin.ask(updateMemberView, { params: { id: viewId }, body })).status).toBe(404);

  const shared = await admin.call(createMemberView, { body });
  const seen = (await director.call(listMemberViews)).views.find((one) => one.viewId === shared.viewId);
  expect(seen).toMatchObject({ name: "Everybody's", shared: true, editable: false });
  expect((await director.ask(deleteMemberView, { params: { id: shared.viewId } })).status).toBe(403);
  await admin.call(deleteMemberView, { params: { id: shared.viewId } });
  expect((await director.call(listMemberViews)).views).toHaveLength(1);
});

test("how the list opens is kept for each person, and whom somebody searches for is sealed", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const other = await org.aMember("root", "Administrator");
  const { viewId } = await admin.call(createMemberView, { body: { name: "Mine", choice, shared: false } });
  await admin.call(keepMemberList, { body: { defaultViewId: viewId, columns: ["status", "role"] } });
  expect(await admin.call(listMemberViews)).toMatchObject({ defaultViewId: viewId, columns: ["status", "role"] });
  expect(await other.call(listMemberViews)).toEqual({ views: [], defaultViewId: null, columns: null });
  expect((await other.ask(keepMemberList, { body: { defaultViewId: viewId, columns: null } })).status).toBe(404);
  await admin.call(deleteMemberView, { params: { id: viewId } });
  expect((await admin.call(listMemberViews)).defaultViewId).toBeNull();
  await admin.call(createMemberView, { body: { name: "Sealed", choice, shared: false } });
  const { rows } = await org.asSystem((call) =>
    call.db.execute<{ sealed_view: Buffer }>(
      sql`SELECT sealed_view FROM member_view WHERE organization_id = ${call.organizationId}`,
    ),
  );
  expect(rows.map((row) => row.sealed_view.toString("latin1")).join()).not.toContain("Sealed");
});

test("another organization's view does not exist", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const { viewId } = await admin.call(createMemberView, { body: { name: "Theirs", choice, shared: true } });
  const elsewhere = await (await world.it.anOrganization()).aMember("root", "Administrator");
  expect((await elsewhere.call(listMemberViews)).views).toEqual([]);
  expect((await elsewhere.ask(deleteMemberView, { params: { id: viewId } })).status).toBe(404);
});

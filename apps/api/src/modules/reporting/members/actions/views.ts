import { type MemberColumn, type MemberViewChoice, mostViews } from "@touchline/contract/reporting/members";
import { and, asc, eq, or, sql } from "drizzle-orm";
import { actingProfile, type Call, organizationFacts } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, notFound } from "../../../../errors.ts";
import { memberListChoice, memberView } from "../../../../schema/reporting.ts";
import { authorize, verdictOn } from "../../../../security/authorize.ts";
import type { CipherContext } from "../../../../security/encryption.ts";

type View = { name: string; choice: MemberViewChoice };
type Saved = View & { shared: boolean };

const placeOf = (call: Call, id: string): CipherContext => ({
  tenant: call.organizationId,
  table: "member_view",
  column: "sealed_view",
  id,
});
const self = (call: Call) => actingProfile(call) as string;
const everybodys = { organizationWide: true };

/** Lists the actor's views and shared ones, by name, with the actor's choice for the list. */
export async function listViews(call: Call) {
  const rows = await call.db
    .select()
    .from(memberView)
    .where(and(ours(memberView, call), or(eq(memberView.createdBy, self(call)), memberView.shared)))
    .orderBy(asc(memberView.memberViewId))
    .limit(2 * mostViews);
  const [kept] = await call.db
    .select()
    .from(memberListChoice)
    .where(and(ours(memberListChoice, call), eq(memberListChoice.profileId, self(call))));
  const { wrappedKey } = await organizationFacts(call);
  const shares = verdictOn(call, "organization.edit", everybodys).allowed;
  const views = rows.map(({ memberViewId, createdBy, shared, sealedView }) => {
    const opened = call.adapters.vault.open(wrappedKey, placeOf(call, memberViewId), sealedView);
    const { name, choice } = JSON.parse(opened) as View;
    return { viewId: memberViewId, name, choice, shared, editable: shared ? shares : createdBy === self(call) };
  });
  const columns: MemberColumn[] | null = kept?.columns ?? null;
  const defaultViewId = views.find((one) => one.viewId === kept?.defaultViewId)?.viewId ?? null;
  return { views: views.sort((a, b) => a.name.localeCompare(b.name, "en")), defaultViewId, columns };
}

/** @throws Forbidden (only an Admin shares); Conflict when the maximum is reached. */
export async function createView(call: Call, input: Saved): Promise<{ viewId: string }> {
  authorizeShared(call, input.shared);
  const { rows } = await call.db.execute<{ own: number; shared: number }>(sql`
    SELECT count(*) FILTER (WHERE created_by = ${self(call)} AND NOT shared)::int AS own,
      count(*) FILTER (WHERE shared)::int AS shared
    FROM member_view WHERE organization_id = ${call.organizationId} AND (created_by = ${self(call)} OR shared)`);
  if ((rows[0]?.[input.shared ? "shared" : "own"] ?? 0) >= mostViews) {
    throw conflict(`You've reached the limit of ${mostViews} views. Delete one that no one uses.`, "tooMany");
  }
  const viewId = newId();
  await call.db.insert(memberView).values({
    organizationId: call.organizationId,
    memberViewId: viewId,
    createdBy: self(call),
    shared: input.shared,
    sealedView: await sealed(call, viewId, input),
    createdAt: call.now,
  });
  return { viewId };
}

/** @throws NotFound (also for another person's own view), Forbidden */
export async function updateView(call: Call, input: Saved & { viewId: string }): Promise<void> {
  const row = await visible(call, input.viewId);
  authorizeShared(call, row.shared || input.shared);
  await call.db
    .update(memberView)
    .set({ shared: input.shared, sealedView: await sealed(call, input.viewId, input) })
    .where(and(ours(memberView, call), eq(memberView.memberViewId, input.viewId)));
}

/** @throws NotFound, Forbidden */
export async function deleteView(call: Call, viewId: string): Promise<void> {
  authorizeShared(call, (await visible(call, viewId)).shared);
  await call.db.delete(memberView).where(and(ours(memberView, call), eq(memberView.memberViewId, viewId)));
}

/** Stores how the list opens for the actor. @throws NotFound for a view that the actor can't use. */
export async function keepList(
  call: Call,
  input: { defaultViewId: string | null; columns: MemberColumn[] | null },
): Promise<void> {
  if (input.defaultViewId !== null) await visible(call, input.defaultViewId);
  await call.db
    .insert(memberListChoice)
    .values({ organizationId: call.organizationId, profileId: self(call), ...input })
    .onConflictDoUpdate({ target: [memberListChoice.organizationId, memberListChoice.profileId], set: input });
}

function authorizeShared(call: Call, shared: boolean): void {
  if (shared) authorize(call, "organization.edit", everybodys);
}

async function visible(call: Call, viewId: string) {
  const [row] = await call.db
    .select({ shared: memberView.shared, createdBy: memberView.createdBy })
    .from(memberView)
    .where(and(ours(memberView, call), eq(memberView.memberViewId, viewId)));
  if (!row || !(row.shared || row.createdBy === self(call))) throw notFound("view");
  return row;
}

async function sealed(call: Call, viewId: string, { name, choice }: View): Promise<Buffer> {
  return call.adapters.vault.seal(
    (await organizationFacts(call)).wrappedKey,
    placeOf(call, viewId),
    JSON.stringify({ name, choice }),
  );
}

import type { ResponseOf } from "@touchline/contract";
import type { getSupport, SupportViewState } from "@touchline/contract/administration/support";
import { and, desc, eq, gt, isNull } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../call.ts";
import { onKey, ours } from "../../../database/tenancy.ts";
import { forbidden } from "../../../errors.ts";
import { supportAccess, supportView } from "../../../schema/administration.ts";
import { profile } from "../../../schema/people.ts";
import type { CipherContext } from "../../../security/encryption.ts";

const mostListed = 20;

/** The encryption context of a reason. */
export const reasonPlace = (call: Pick<Call, "organizationId">, supportAccessId: string): CipherContext => ({
  tenant: call.organizationId,
  table: "support_access",
  column: "reason",
  id: supportAccessId,
});

type Access = typeof supportAccess.$inferSelect;
type View = typeof supportView.$inferSelect;

export const isInEffect = ({ endedAt, endsAt }: Pick<Access, "endedAt" | "endsAt">, now: Date) =>
  endedAt === null && endsAt > now;

/** The operator's support access that is in effect; null without one. */
export async function accessOf(call: Call, operator: string): Promise<Access | null> {
  const [row] = await call.db
    .select()
    .from(supportAccess)
    .where(
      and(
        ours(supportAccess, call),
        eq(supportAccess.operator, operator),
        isNull(supportAccess.endedAt),
        gt(supportAccess.endsAt, call.now),
      ),
    )
    .orderBy(desc(supportAccess.endsAt))
    .limit(1);
  return row ?? null;
}

/** @throws Forbidden without support access in effect */
export async function requireAccess(call: Call, operator: string): Promise<Access> {
  const access = await accessOf(call, operator);
  if (!access) throw forbidden("This needs support access. Begin it with a reason first.", "supportAccess");
  return access;
}

/** What became of a request by now: one whose time, or whose support access, is over has ended. */
export function viewStateAt(view: View, access: Pick<Access, "endedAt" | "endsAt">, now: Date): SupportViewState {
  if (view.state === "declined" || view.state === "ended") return view.state;
  const over = !isInEffect(access, now) || (view.endsAt !== null && view.endsAt <= now);
  return over ? "ended" : view.state;
}

/** Returns a request in the contract's shape. */
export const shownView = (view: View, access: Pick<Access, "endedAt" | "endsAt">, now: Date) => ({
  supportViewId: view.supportViewId,
  state: viewStateAt(view, access, now),
  askedAt: view.askedAt.toISOString(),
  endsAt: view.endsAt?.toISOString() ?? null,
});

const views = (call: Call) =>
  call.db
    .select({ view: supportView, access: supportAccess, firstName: profile.firstName, lastName: profile.lastName })
    .from(supportView)
    .innerJoin(supportAccess, onKey(supportAccess.supportAccessId, supportView.supportAccessId))
    .innerJoin(profile, onKey(profile.profileId, supportView.profileId))
    .$dynamic();

/** Opens the reason of a support access. */
export async function reasonOf(call: Call, { supportAccessId, sealedReason }: Access): Promise<string> {
  const { wrappedKey } = await organizationFacts(call);
  return call.adapters.vault.open(wrappedKey, reasonPlace(call, supportAccessId), sealedReason);
}

/**
 * Lists support accesses to the organization, with the operator's own requests. People's names and the reasons of other operators are
 * shown only with support access in effect.
 */
export async function supportShown(call: Call, operator: string): Promise<ResponseOf<typeof getSupport>> {
  const rows = await call.db
    .select()
    .from(supportAccess)
    .where(ours(supportAccess, call))
    .orderBy(desc(supportAccess.startedAt), desc(supportAccess.supportAccessId))
    .limit(mostListed);
  const hasAccess = (await accessOf(call, operator)) !== null;
  const own = hasAccess
    ? await views(call)
        .where(and(ours(supportView, call), eq(supportAccess.operator, operator)))
        .orderBy(desc(supportView.askedAt), desc(supportView.supportViewId))
        .limit(mostListed)
    : [];
  return {
    accesses: await Promise.all(
      rows.map(async (row) => ({
        supportAccessId: row.supportAccessId,
        reason: hasAccess || row.operator === operator ? await reasonOf(call, row) : null,
        startedAt: row.startedAt.toISOString(),
        endsAt: row.endsAt.toISOString(),
        endedAt: row.endedAt?.toISOString() ?? null,
        own: row.operator === operator,
        inEffect: isInEffect(row, call.now),
      })),
    ),
    views: own.map(({ view, access, firstName, lastName }) => ({
      ...shownView(view, access, call.now),
      profileId: view.profileId,
      name: `${firstName} ${lastName}`,
    })),
  };
}

/** A request with its support access. */
export async function viewById(call: Call, supportViewId: string) {
  const [row] = await views(call).where(and(ours(supportView, call), eq(supportView.supportViewId, supportViewId)));
  return row ?? null;
}

/** Lists requests to view as a person, for that person. */
export async function viewsOf(call: Call, profileId: string) {
  const rows = await views(call)
    .where(and(ours(supportView, call), eq(supportView.profileId, profileId)))
    .orderBy(desc(supportView.askedAt), desc(supportView.supportViewId))
    .limit(mostListed);
  return Promise.all(
    rows.map(async ({ view, access }) => ({
      ...shownView(view, access, call.now),
      reason: await reasonOf(call, access),
    })),
  );
}

import type { ResponseOf } from "@touchline/contract";
import { type answerViewRequest, viewMinutes } from "@touchline/contract/administration/support";
import { isMinor } from "@touchline/rules";
import { and, eq, inArray, isNull, ne } from "drizzle-orm";
import { actingProfile, type Call, organizationFacts } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { type OrganizationId, onKey, ours, type Tenancy } from "../../../../database/tenancy.ts";
import { conflict, forbidden, notFound } from "../../../../errors.ts";
import { type MountDeps, refuseWithoutSecondFactor } from "../../../../http/mount.ts";
import type { FindView } from "../../../../http/view-as.ts";
import { supportView } from "../../../../schema/administration.ts";
import { label } from "../../../../schema/library.ts";
import { profile, profileLevelAccess } from "../../../../schema/people.ts";
import { audit } from "../../../../security/audit.ts";
import { notify } from "../../../messages/index.ts";
import { operates } from "../../../platform/index.ts";
import { reasonOf, requireAccess, shownView, viewById, viewStateAt } from "../queries.ts";

/**
 * Asks a person for permission to view the product as they do.
 *
 * @throws Forbidden without support access; NotFound for a person without a login; Conflict for a minor, and while a request waits.
 */
export async function askPerson(call: Call, operator: string, profileId: string): Promise<{ supportViewId: string }> {
  const { supportAccessId } = await requireAccess(call, operator);
  const [person] = await call.db
    .select({ appUserId: profile.appUserId, dateOfBirth: profile.dateOfBirth })
    .from(profile)
    .where(and(ours(profile, call), eq(profile.profileId, profileId), isNull(profile.archivedAt)));
  if (!person?.appUserId) throw notFound("person");
  const { timeZone } = await organizationFacts(call);
  if (person.dateOfBirth === null) {
    // Only adults are given a role with access.
    if (!(await hasAccessRole(call, profileId))) {
      throw conflict("This person's date of birth is missing, so they may be a minor, who can't allow this.", "minor");
    }
  } else if (isMinor(person.dateOfBirth, call.now.getTime(), timeZone)) {
    throw conflict("This person is a minor, who can't allow this.", "minor");
  }
  const waiting = await call.db
    .select({ id: supportView.supportViewId })
    .from(supportView)
    .where(
      and(
        ours(supportView, call),
        eq(supportView.supportAccessId, supportAccessId),
        eq(supportView.profileId, profileId),
        eq(supportView.state, "asked"),
      ),
    );
  if (waiting.length > 0) throw conflict("This person was asked already and hasn't answered yet.", "asked");
  const supportViewId = newId();
  await call.db.insert(supportView).values({
    ...{ organizationId: call.organizationId, supportViewId, supportAccessId, profileId },
    ...{ state: "asked" as const, askedAt: call.now },
  });
  await notify(call, [
    { to: profileId, kind: "viewRequested", key: `view:${supportViewId}`, facts: { supportViewId } },
  ]);
  await audit(call, [{ action: "support.viewRequested", subjectId: supportViewId, profileId, facts: { operator } }]);
  return { supportViewId };
}

async function hasAccessRole(call: Call, profileId: string): Promise<boolean> {
  const rows = await call.db
    .select({ role: label.role })
    .from(profileLevelAccess)
    .innerJoin(label, onKey(label.labelId, profileLevelAccess.labelId))
    .where(
      and(ours(profileLevelAccess, call), eq(profileLevelAccess.profileId, profileId), ne(label.role, "Individual")),
    )
    .limit(1);
  return rows.length > 0;
}

/** Ends a view, or withdraws the request. @throws NotFound, also for another operator's and for one that is over */
export async function endView(call: Call, operator: string, supportViewId: string): Promise<void> {
  const found = await viewById(call, supportViewId);
  if (found?.access.operator !== operator) throw notFound("supportView");
  await end(call, supportViewId);
  const { profileId } = found.view;
  await audit(call, [{ action: "support.viewEnded", subjectId: supportViewId, profileId, facts: { operator } }]);
}

async function end(call: Call, supportViewId: string): Promise<void> {
  const ended = await call.db
    .update(supportView)
    .set({ state: "ended", answeredAt: call.now })
    .where(
      and(
        ours(supportView, call),
        eq(supportView.supportViewId, supportViewId),
        inArray(supportView.state, ["asked", "allowed"]),
      ),
    )
    .returning({ id: supportView.supportViewId });
  if (ended.length === 0) throw notFound("supportView");
}

/**
 * Answers a request as the person whom it is about: allows it for some minutes, declines it, or ends what was allowed.
 *
 * @throws NotFound for anybody else's; Conflict for one that is over.
 */
export async function answerView(
  call: Call,
  supportViewId: string,
  allowed: boolean,
): Promise<ResponseOf<typeof answerViewRequest>> {
  const found = await viewById(call, supportViewId);
  if (!found || found.view.profileId !== actingProfile(call)) throw notFound("supportView");
  const { view, access } = found;
  const state = viewStateAt(view, access, call.now);
  const over = () => conflict("This request is over. Reload the page.", "over");
  if (state === "allowed" && !allowed) {
    await end(call, supportViewId);
  } else {
    if (state !== "asked") throw over();
    const until = new Date(Math.min(call.now.getTime() + viewMinutes * 60_000, access.endsAt.getTime()));
    const answered = await call.db
      .update(supportView)
      .set({ state: allowed ? "allowed" : "declined", answeredAt: call.now, endsAt: allowed ? until : null })
      .where(and(ours(supportView, call), eq(supportView.supportViewId, supportViewId), eq(supportView.state, "asked")))
      .returning({ id: supportView.supportViewId });
    if (answered.length === 0) throw over();
  }
  const { profileId } = view;
  await audit(call, [{ action: "support.viewAnswered", subjectId: supportViewId, profileId, facts: { allowed } }]);
  const now = await viewById(call, supportViewId);
  if (!now) throw over();
  return { ...shownView(now.view, access, call.now), reason: await reasonOf(call, access) };
}

const idPattern = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const headerForm = new RegExp(`^(${idPattern})/(${idPattern})$`);
/** How many pages of views a process remembers to have recorded. */
const remembered = 10_000;

/** Returns who finds the person as whom an operator views. The first call for each thing is recorded in the audit log. */
export function viewFinder(
  { tenancy, adapters }: Pick<MountDeps, "adapters"> & { tenancy: Tenancy },
  loadActor: MountDeps["loadActor"],
): FindView {
  const recorded = new Set<string>();

  async function record(
    organizationId: OrganizationId,
    now: Date,
    viewed: Viewed,
    { endpoint: { path }, ids }: Opened,
  ) {
    const key = [viewed.supportViewId, path, ...ids].join(" ");
    if (recorded.has(key)) return;
    const { supportViewId, profileId, operator } = viewed;
    await tenancy.run(organizationId, (db) =>
      audit({ actor: { kind: "system", name: "platform" }, organizationId, db, now, adapters }, [
        { action: "support.viewed", subjectId: supportViewId, profileId, facts: { operator, path, ids } },
      ]),
    );
    // Not before it is committed: a failed call is recorded when it is made again.
    if (recorded.size >= remembered) recorded.clear();
    recorded.add(key);
  }

  return async (header, identified, opened, now) => {
    const ended = () => forbidden("This view has ended. Ask the person again if you need to.", "viewEnded");
    const [, place = "", supportViewId = ""] = headerForm.exec(header) ?? [];
    if (place === "" || !(await operates({ identified, tenancy }))) throw ended();
    const organizationId = tenancy.found(place);
    const operator = identified.appUserId;
    const viewed = await tenancy.read(organizationId, async (db) => {
      const call: Call = { actor: { kind: "system", name: "platform" }, organizationId, db, now, adapters };
      const found = await viewById(call, supportViewId);
      if (!found || found.access.operator !== operator) return null;
      if (viewStateAt(found.view, found.access, now) !== "allowed") return null;
      const { profileId } = found.view;
      const [person] = await db
        .select({ appUserId: profile.appUserId })
        .from(profile)
        .where(and(ours(profile, call), eq(profile.profileId, profileId)));
      return person?.appUserId ? { supportViewId, profileId, appUserId: person.appUserId, operator } : null;
    });
    if (!viewed) throw ended();
    await record(organizationId, now, viewed, opened);
    return {
      organizationId,
      readOnly: true,
      async load(call) {
        const acting = await loadActor(call, { ...identified, appUserId: viewed.appUserId }, viewed.profileId);
        if (!acting) throw ended();
        refuseWithoutSecondFactor(acting.actor, identified);
        return acting;
      },
    };
  };
}

type Opened = Parameters<FindView>[2];
type Viewed = { supportViewId: string; profileId: string; appUserId: string; operator: string };

import type { AttemptState } from "@touchline/contract";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { preparedQuery } from "../../../../database/prepared-statement.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { organization } from "../../../../schema/accounts.ts";
import { attempt, requirement } from "../../../../schema/compliance.ts";
import { content, contentVersion } from "../../../../schema/library.ts";
import { profile } from "../../../../schema/people.ts";
import { screeningClient, screeningOrder } from "../../../../schema/screening.ts";
import type { AttemptSubject } from "../../../compliance/index.ts";

export type OrderRow = typeof screeningOrder.$inferSelect;

/** The latest order of a requirement; null: none was made. */
export async function latestOrder(call: Call, requirementId: string): Promise<OrderRow | null> {
  const [row] = await call.db
    .select({ order: screeningOrder })
    .from(screeningOrder)
    .innerJoin(attempt, onKey(attempt.attemptId, screeningOrder.attemptId))
    .where(
      and(
        ours(screeningOrder, call),
        eq(attempt.organizationId, call.organizationId),
        eq(attempt.requirementId, requirementId),
      ),
    )
    // Of two that a merge brought together, the one whose submission goes on.
    .orderBy(sql`${attempt.state} = 'withdrawn'`, desc(screeningOrder.orderedAt), desc(screeningOrder.attemptId))
    .limit(1);
  return row?.order ?? null;
}

/** An order with what it is about. */
export type OrderInFull = {
  order: OrderRow;
  subject: AttemptSubject & { attemptId: string };
  contentVersionId: string;
  /** How the submission stands that it was ordered for. */
  attemptState: AttemptState;
  settings: typeof contentVersion.$inferSelect.settings;
  requirementName: string;
  person: { firstName: string; lastName: string; email: string | null; dateOfBirth: string | null };
};

/** Reads an order with its submission, and person; null: there is none. */
export async function orderInFull(call: Call, attemptId: string): Promise<OrderInFull | null> {
  const { organizationId } = call;
  const query = call.db
    .select({
      order: screeningOrder,
      requirementId: attempt.requirementId,
      profileLevelAccessId: attempt.profileLevelAccessId,
      contentVersionId: attempt.contentVersionId,
      attemptState: attempt.state,
      profileId: requirement.profileId,
      contentId: requirement.contentId,
      settings: contentVersion.settings,
      requirementName: content.name,
      firstName: profile.firstName,
      lastName: profile.lastName,
      email: profile.email,
      dateOfBirth: profile.dateOfBirth,
    })
    .from(screeningOrder)
    .innerJoin(
      attempt,
      and(eq(attempt.organizationId, organizationId), onKey(attempt.attemptId, screeningOrder.attemptId)),
    )
    .innerJoin(
      requirement,
      and(eq(requirement.organizationId, organizationId), onKey(requirement.requirementId, attempt.requirementId)),
    )
    .innerJoin(
      profile,
      and(eq(profile.organizationId, organizationId), onKey(profile.profileId, requirement.profileId)),
    )
    .innerJoin(
      content,
      and(eq(content.organizationId, organizationId), onKey(content.contentId, requirement.contentId)),
    )
    .innerJoin(
      contentVersion,
      and(
        eq(contentVersion.organizationId, organizationId),
        onKey(contentVersion.contentVersionId, attempt.contentVersionId),
      ),
    )
    .where(and(ours(screeningOrder, call), eq(screeningOrder.attemptId, attemptId)));
  // Planning its joins takes fifty times as long as reading the rows.
  const [row] = await preparedQuery("screening.order", query);
  if (!row) return null;
  const { order, requirementId, profileLevelAccessId, profileId, contentId, contentVersionId, ...of } = row;
  return {
    order,
    subject: { attemptId, requirementId, profileLevelAccessId, profileId, contentId },
    contentVersionId,
    attemptState: of.attemptState,
    settings: of.settings,
    requirementName: of.requirementName,
    person: { firstName: of.firstName, lastName: of.lastName, email: of.email, dateOfBirth: of.dateOfBirth },
  };
}

/** What sealed bytes of an order are bound to. */
export const orderPlace = (call: Call, attemptId: string, column: "sealed_link" | "sealed_answer") => ({
  tenant: call.organizationId,
  table: "screening_order",
  column,
  id: attemptId,
});

/**
 * The chosen account of the organization at a provider; null: it isn't connected anymore.
 *
 * @param options.keep locks it, so that it stays connected until the transaction ends.
 */
export async function clientById(call: Call, screeningClientId: string, { keep = false } = {}) {
  const query = call.db
    .select()
    .from(screeningClient)
    .where(
      and(
        ours(screeningClient, call),
        eq(screeningClient.screeningClientId, screeningClientId),
        isNull(screeningClient.disconnectedAt),
      ),
    );
  const [row] = await (keep ? query.for("key share") : query);
  return row ?? null;
}

/** The state in which an organization's people work, as two letters; null outside the United States, or where it isn't known. */
export async function workStateOf(call: Call): Promise<string | null> {
  const { countryCode, stateCode } = organization;
  const [own] = await call.db.select({ countryCode, stateCode }).from(organization).where(ours(organization, call));
  return own?.countryCode === "UnitedStates" ? own.stateCode : null;
}

/** Holds an order until the transaction ends. */
export const heldOrder = (call: Call, attemptId: string) =>
  call.db
    .select({ revision: screeningOrder.revision })
    .from(screeningOrder)
    .where(and(ours(screeningOrder, call), eq(screeningOrder.attemptId, attemptId)))
    .for("update");

/** The next revision of an order, for whatever writes it. */
export const nextRevision = sql`${screeningOrder.revision} + 1`;

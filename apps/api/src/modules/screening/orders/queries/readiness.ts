import type { SettingsOf } from "@touchline/contract/library/content-settings";
import type { OrderRefusal } from "@touchline/contract/screening/orders";
import { isOpen, type OrderedProduct, orderedProduct } from "@touchline/rules";
import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { type Json, wholeOf } from "../../../../database/columns.ts";
import { screeningClient } from "../../../../schema/screening.ts";
import type { MemberTarget } from "../../../people/index.ts";
import type { PermittedRequirement } from "../../../requirements/index.ts";
import { readConsentsOf } from "../../consents/queries.ts";

/** A background check that may be ordered, with its settings. */
export type AskedCheck = { target: MemberTarget; on: PermittedRequirement; settings: SettingsOf<"background-check"> };

/** Whether a background check can be ordered now, with which account and which product. */
export type Readiness = {
  check: AskedCheck;
  /** Why none can be started, regardless of who pays; null if one can. */
  refusal: OrderRefusal | null;
  /** The account and the provider of the settings; null if one is missing. */
  client: ChosenClient | null;
  /** The product, chosen by the citizenship; null if the settings name none. */
  product: OrderedProduct | null;
};

export type ChosenClient = typeof screeningClient.$inferSelect & { providerName: string; simulated: boolean };

/** Reads whether background checks can be ordered now, in two statements however many there are, in their order. */
export async function readinessOf(call: Call, checks: readonly AskedCheck[]): Promise<Readiness[]> {
  if (checks.length === 0) return [];
  const ordered = await orderedWith(call, checks);
  const consents = await readConsentsOf(call, checks);
  return checks.map((check, index) => {
    const { target, on, settings } = check;
    const found = ordered.get(on.owed.requirement.requirementId);
    const read = consents[index];
    const client = chosen(call, settings, found?.client ?? null);
    const product = orderedProduct(settings, (settings.internationalProductId !== null && read?.citizenship()) || null);
    const present = on.submission?.row;
    const isUnderWay = present !== undefined && isOpen(present.state) && found?.attemptId === present.attemptId;
    const refusal = isUnderWay
      ? "underWay"
      : client === null || product === null
        ? "noProvider"
        : target.email === null
          ? "emailMissing"
          : read && read.missing.length > 0
            ? "consentMissing"
            : null;
    return { check, refusal, client, product };
  });
}

/** Reads whether a background check can be ordered now. */
export async function readinessOfOne(call: Call, check: AskedCheck): Promise<Readiness> {
  const [readiness] = await readinessOf(call, [check]);
  if (!readiness) throw new Error("One is read for each that is asked.");
  return readiness;
}

function chosen(
  call: Call,
  { productId }: SettingsOf<"background-check">,
  client: typeof screeningClient.$inferSelect | null,
): ChosenClient | null {
  if (client === null || productId === null) return null;
  const provider = call.adapters.screening.get(client.provider);
  return provider ? { ...client, providerName: provider.name, simulated: provider.simulated } : null;
}

const clientRow = wholeOf(screeningClient);

/** Reads for each check the connected account of its settings, and the submission of its latest order. */
async function orderedWith(call: Call, checks: readonly AskedCheck[]) {
  const { organizationId } = call;
  const { rows } = await call.db.execute<{ requirementId: string; attemptId: string | null; client: Json | null }>(sql`
    SELECT asked.requirement_id AS "requirementId",
      (SELECT screening_order.attempt_id FROM screening_order JOIN attempt
          ON attempt.organization_id = ${organizationId} AND attempt.attempt_id = screening_order.attempt_id
        WHERE screening_order.organization_id = ${organizationId} AND attempt.requirement_id = asked.requirement_id
        ORDER BY attempt.state = 'withdrawn', screening_order.ordered_at DESC, screening_order.attempt_id DESC
        LIMIT 1) AS "attemptId",
      (SELECT to_json(screening_client) FROM screening_client WHERE screening_client.organization_id = ${organizationId}
        AND screening_client.screening_client_id = asked.client_id AND screening_client.disconnected_at IS NULL) AS client
    FROM unnest(
      ${sql.param(checks.map(({ on }) => on.owed.requirement.requirementId))}::uuid[],
      ${sql.param(checks.map(({ settings }) => settings.clientId))}::uuid[]
    ) AS asked (requirement_id, client_id)`);
  return new Map(rows.map((row) => [row.requirementId, { ...row, client: row.client && clientRow.read(row.client) }]));
}

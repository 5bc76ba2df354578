import type { AnyEndpoint } from "@touchline/contract";
import type { Acting, Call } from "../call.ts";
import type { OrganizationId } from "../database/tenancy.ts";
import { forbidden } from "../errors.ts";
import type { Identified } from "../security/tokens.ts";

/** The organization of a call, and a function that loads the caller there. */
export type CallerPlace = {
  organizationId: OrganizationId;
  /** Whether nothing may be written, whatever the verb. */
  readOnly?: true;
  load(call: Omit<Call, "actor">): Promise<Acting>;
};

/**
 * Finds out as whom an operator views the product, by the header of the call.
 *
 * @throws Forbidden unless the person allowed it and it hasn't ended.
 */
export type FindView = (
  header: string,
  identified: Identified,
  opened: { endpoint: AnyEndpoint; ids: readonly string[] },
  now: Date,
) => Promise<CallerPlace>;

export const viewOnly = () =>
  forbidden("You're viewing as someone else, so nothing can be changed or opened here.", "viewOnly");

/** PostgreSQL's code for a write in a read-only transaction. */
const readOnlyTransaction = "25006";

/** Whether PostgreSQL refused to write, because the transaction only reads. */
export function isWriteRefused(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : undefined;
  return typeof cause === "object" && cause !== null && "code" in cause && cause.code === readOnlyTransaction;
}

import { jobTable } from "../src/jobs/queue.ts";
import { writesWhatItMay } from "./written-tables.ts";

const outsideTheWall = new RegExp(
  `^\\s*((WITH put AS \\()?(INSERT INTO|UPDATE|SELECT FROM) ${jobTable}\\b|SET LOCAL lock_timeout\\b)`,
);

/**
 * Checks the first layer of tenant isolation from outside: every statement within a tenant must name the organization.
 * Exceptions are the transaction's settings and the job queue, which is outside both layers and holds only IDs.
 */
export function namesTheTenant(sql: string) {
  if (outsideTheWall.test(sql)) return;
  if (!sql.includes("organization_id")) throw new Error(`this statement does not name organization_id: ${sql}`);
}

/** Checks a statement within a tenant. */
export function respectsTenantIsolation(sql: string) {
  namesTheTenant(sql);
  writesWhatItMay(sql);
}

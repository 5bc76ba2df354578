import { jobTable } from "../src/jobs/queue.ts";
import { writesWhatItMay } from "./written-tables.ts";

const outsideTheWall = new RegExp(`^\\s*((INSERT INTO|UPDATE|SELECT FROM) ${jobTable}\\b|SET LOCAL lock_timeout\\b)`);

/**
 * The first layer of tenant isolation, seen from outside: no statement within a tenant may leave out whose rows it means. Exceptions are
 * settings of the transaction, and the queue of jobs, which lies outside both layers and holds ids only.
 */
export function namesTheTenant(sql: string) {
  if (outsideTheWall.test(sql)) return;
  if (!sql.includes("organization_id")) throw new Error(`this statement does not name organization_id: ${sql}`);
}

/** What every statement within a tenant is held to. */
export function respectsTenantIsolation(sql: string) {
  namesTheTenant(sql);
  writesWhatItMay(sql);
}

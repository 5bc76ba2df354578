import { asc } from "drizzle-orm";
import type { Call } from "../../kernel/call.ts";
import { ours } from "../../kernel/tenancy.ts";
import { label } from "./tables.ts";

/** All labels of the organization, by name. */
export async function listLabels(call: Call) {
  return call.db
    .select({ labelId: label.labelId, name: label.name, role: label.role })
    .from(label)
    .where(ours(label, call))
    .orderBy(asc(label.name))
    .limit(1000);
}

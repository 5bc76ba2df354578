import type { Role } from "@touchline/contract";
import { authorize } from "../../kernel/authorize.ts";
import type { Call } from "../../kernel/call.ts";
import { newId } from "../../kernel/ids.ts";
import { label } from "./tables.ts";

/** A new label with the role it carries. @throws Forbidden; Conflict when the name is taken. */
export async function createLabel(call: Call, input: { name: string; role: Role }): Promise<string> {
  authorize(call, "labels.edit", { organizationWide: true });
  const labelId = newId();
  await call.db.insert(label).values({ organizationId: call.organizationId, labelId, ...input, createdAt: call.now });
  return labelId;
}

import type { BodyOf, ResponseOf } from "@touchline/contract";
import type { addFirstCard as adding, beginFirstCard as beginning } from "@touchline/contract/billing/first-card";
import { eq } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { conflict, notFound } from "../../../../errors.ts";
import type { Visit } from "../../../../http/mount.ts";
import { organizationDirectory } from "../../../../schema/accounts.ts";
import { audit } from "../../../../security/audit.ts";
import { accountOf } from "../queries/account.ts";
import { addInformation, changeInformation } from "./information.ts";
import * as methods from "./methods.ts";

type Operating = { visit: Visit; operator: string; organizationId: string };

/** Returns what runs work in the organization that an operator names, each time in a transaction of its own. @throws NotFound */
async function organizationNamed({ visit, organizationId: id }: Operating) {
  const { tenancy, now, adapters } = visit;
  const [known] = await tenancy.runShared((db) =>
    db
      .select({ id: organizationDirectory.organizationId })
      .from(organizationDirectory)
      .where(eq(organizationDirectory.organizationId, id)),
  );
  if (!known) throw notFound("organization");
  const organizationId = tenancy.found(id);
  return <Result>(work: (call: Call) => Promise<Result>) =>
    tenancy.run(organizationId, (db) =>
      work({ actor: { kind: "system", name: "platform" }, organizationId, db, now, adapters }),
    );
}

/** @throws Conflict where there is a card: from then on the organization's own people decide which one is charged. */
async function refuseLaterCards(call: Call): Promise<void> {
  if ((await accountOf(call))?.defaultMethodId == null) return;
  throw conflict("This organization has a card already. Its administrators can change it.", "cardPresent");
}

/**
 * Enters the billing information of an organization and begins to add its first card, as the last step of creating it.
 *
 * @throws NotFound; Conflict (a card is there, no provider)
 */
export async function beginFirstCard(
  operating: Operating,
  { information, returnPath }: BodyOf<typeof beginning>,
): Promise<ResponseOf<typeof beginning>> {
  const { organizationId, operator, visit } = operating;
  const within = await organizationNamed(operating);
  const begun = await within(async (call) => {
    await refuseLaterCards(call);
    await ((await accountOf(call)) === null ? addInformation : changeInformation)(call, information);
    return methods.beginSetup(call, organizationId);
  });
  const acted = await methods.actSetup(begun, visit.adapters);
  return within((call) => methods.finishSetup(call, returnPath, acted, operator));
}

/** Adds the card that an operator entered. @throws NotFound; Conflict (a card is there, it wasn't entered, it was added already) */
export async function addFirstCard(
  operating: Operating,
  { setupIntentId }: BodyOf<typeof adding>,
): Promise<ResponseOf<typeof adding>> {
  const { organizationId, operator, visit } = operating;
  const within = await organizationNamed(operating);
  const begun = await within(async (call) => {
    await refuseLaterCards(call);
    return methods.beginAdding(call, organizationId, { setupIntentId, makeDefault: true });
  });
  const acted = await methods.actAdding(begun, visit.adapters);
  return within(async (call) => {
    // The organization's own people may have added one meanwhile.
    await refuseLaterCards(call);
    const [added] = await methods.finishAdding(call, acted);
    if (!added) throw notFound("paymentMethod");
    await audit(call, [{ action: "organization.cardAdded", subjectId: call.organizationId, facts: { operator } }]);
    const { paymentMethodId, brand, last4, expiryMonth, expiryYear } = added;
    return { paymentMethodId, brand, last4, expiryMonth, expiryYear };
  });
}

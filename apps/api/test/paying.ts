import { RequirementType } from "@touchline/contract";
import type { Payment } from "@touchline/contract/billing/individual-payments";
import { bulkPayment, listAwaitingPayment } from "@touchline/contract/billing/individual-payments";
import type { Currency } from "@touchline/contract/currencies";
import { createContent } from "@touchline/contract/library/content";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { saveContentOf } from "@touchline/contract/library/content-kinds";
import { abusePreventionTrainingSettings } from "@touchline/contract/library/content-settings";
import { usualSettings } from "@touchline/rules";
import type { Organization, TestPerson } from "./world.ts";

/** Creates a training that the member pays for. */
export async function aPaidTraining(
  org: Organization,
  admin: TestPerson,
  { name = "Training", price = 2_500, currency = "USD" as Currency, labels = [org.labelIds["Head Coach"]] } = {},
) {
  const { contentId } = await admin.call(createContent, {
    body: { type: RequirementType.AbusePreventionTraining, name, description: "", levelId: org.levels.root },
  });
  const { kind: _, ...usual } = usualSettings["abuse-prevention-training"];
  const save = (amount: number) =>
    admin.call(saveContentOf["abuse-prevention-training"], {
      params: { id: contentId },
      body: abusePreventionTrainingSettings.parse({
        ...usual,
        trainingUrl: "https://training.example.org/course",
        price: amount,
        currency,
      }) as never,
    });
  await save(price);
  await admin.call(assignContent, {
    params: { id: contentId },
    body: {
      contentAssignments: [
        {
          levelId: org.levels.root,
          labelIds: labels,
          includeBelow: true,
          mandatory: true,
          dueDate: null,
          payer: "Individual",
        },
      ],
    },
  });
  return { contentId, setPrice: save };
}

/** Returns a person's fees, including the family's. */
export const owes = (who: TestPerson, family: "true" | "false" = "true") =>
  who.call(listAwaitingPayment, { params: { profileLevelAccessId: who.plaId }, query: { family } });

/** Returns everything that a person owes, as the page sends it. */
export async function payingFor(who: TestPerson, paymentMethodId = "pm_card_visa") {
  const { data, total, currency } = await owes(who);
  const items = data.map(({ requirementId, profileLevelAccessId, amount }) => ({
    requirementId,
    profileLevelAccessId,
    amount,
  }));
  return { items, amount: total, currency: currency ?? "USD", paymentMethodId, returnPath: "/payments" };
}

export const payAll = async (who: TestPerson, card?: string): Promise<Payment> =>
  who.call(bulkPayment, { body: await payingFor(who, card) });

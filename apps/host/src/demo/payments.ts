import type { Call } from "@touchline/api/call";
import { adjust, recordOffline } from "@touchline/api/modules/billing/fees/actions";
import { recordPayment } from "@touchline/api/modules/billing/payments/actions/begin";
import { type ChargeTurn, carryOut } from "@touchline/api/modules/billing/payments/actions/charge";
import { recordOutcome } from "@touchline/api/modules/billing/payments/actions/finish";
import { refundByHand } from "@touchline/api/modules/billing/payments/actions/refund";
import { dayOf, usualSettings } from "@touchline/rules";
import { letTimePass, requirementId } from "./history-steps.ts";
import type { PlannedContent, PlannedMembership, PlannedOrganization, PlannedPerson } from "./plan.ts";

/** Members pay a fee since then. */
export const feesSinceDaysAgo = 21;
/** In minor units. */
const price = 1_500;
const currency = "USD";

/** An optional course of one club that coaches and families pay for themselves. */
export function paidCourse(plan: PlannedOrganization): PlannedContent | null {
  const home = plan.contents.find(({ key }) => key === "course");
  if (!home) return null;
  return {
    ...{ key: "fees", levelId: home.levelId, name: "Healthy sport course" },
    description: "Nutrition, sleep and injuries, for players and their coaches. Members pay for it themselves.",
    settings: {
      ...usualSettings["abuse-prevention-training"],
      ...{ trainingUrl: "https://example.com/healthy-sport", price },
    },
    assignments: [
      {
        ...{ levelId: home.levelId, includeBelow: true, payer: "Individual" },
        ...{ labels: ["headCoach", "player"], mandatory: false, dueInDays: null },
      },
    ],
  };
}

/** What becomes of the fees of one payer after the other. */
const fates = [
  { daysAgo: 16, card: "pm_card_visa" },
  { daysAgo: 14, card: "pm_card_mastercard" },
  { daysAgo: 13, card: "pm_card_visa_chargeDeclinedInsufficientFunds" },
  { daysAgo: 12, card: "pm_card_visa", refund: "Moved to another club" },
  { daysAgo: 11, adjust: "waiver", reason: "Scholarship" },
  { daysAgo: 10, offline: "check", reference: "2041" },
  { daysAgo: 9, card: "pm_card_createDispute" },
  { daysAgo: 8, adjust: "discount", reason: "Helps at every home game" },
  { daysAgo: 7, card: "pm_card_amex" },
  { daysAgo: 6, card: "pm_card_threeDSecure2Required", cancels: true },
  { daysAgo: 5, offline: "cash", reference: null },
  { daysAgo: 4, card: "pm_card_chargeDeclinedExpiredCard" },
  { daysAgo: 3, card: "pm_card_discover" },
] as const;

type Then = Omit<Call, "actor">;
type Owing = { person: PlannedPerson; membership: PlannedMembership };
type About = {
  founder: PlannedPerson;
  ago: (days: number, hours?: number) => Date;
  inTheNameOf: (person: PlannedPerson, then: Then) => Call;
  contentId: () => string;
};

/** What members of that club pay, what is waived, what fails, and what comes by hand; the rest is owed. */
export function paymentChapters(
  plan: PlannedOrganization,
  about: About,
): { at: Date; write: (then: Then) => Promise<void> }[] {
  const payers = [...payersOf(plan)].filter(([payer]) => payer.joinedDaysAgo > feesSinceDaysAgo && payer.activated);
  const others = payers.filter(([payer]) => payer.login === null);
  const parent = payers.find(([payer]) => payer.login === "parent");
  const chapters = fates.flatMap((fate, index) => {
    const [payer, owing] = others[index] ?? [];
    if (!payer || !owing) return [];
    return [{ at: about.ago(fate.daysAgo, 5), write: (then: Then) => meet(then, about, { payer, owing, fate }) }];
  });
  if (!parent) return chapters;
  const [payer, owing] = parent;
  const fate = { daysAgo: 6, card: "pm_card_visa" } as const;
  // One of the children; the others are owed for.
  const own = { payer, owing: owing.slice(0, 1), fate };
  return [...chapters, { at: about.ago(6, 3), write: (then) => meet(then, about, own) }];
}

/** Whoever pays, with whom it is for: coaches for themselves, parents for their children. */
function payersOf(plan: PlannedOrganization): Map<PlannedPerson, Owing[]> {
  const root = paidCourse(plan)?.levelId;
  const levels = new Set(
    plan.levels.filter(({ levelId, parentId }) => levelId === root || parentId === root).map((one) => one.levelId),
  );
  const payers = new Map<PlannedPerson, Owing[]>();
  for (const person of plan.people) {
    const membership = person.memberships.find(
      ({ levelId, label }) => levels.has(levelId) && (label === "headCoach" || label === "player"),
    );
    if (!membership || person.joinedDaysAgo <= feesSinceDaysAgo) continue;
    const payer =
      membership.label === "player" ? plan.people.find(({ guards }) => guards.includes(person.profileId)) : person;
    if (payer) payers.set(payer, [...(payers.get(payer) ?? []), { person, membership }]);
  }
  return payers;
}

type Fate = (typeof fates)[number];

async function meet(
  then: Then,
  { founder, inTheNameOf, contentId }: About,
  { payer, owing, fate }: { payer: PlannedPerson; owing: readonly Owing[]; fate: Fate | { card: "pm_card_visa" } },
): Promise<void> {
  const acting = inTheNameOf(payer, then);
  const items = [];
  for (const { person, membership } of owing) {
    await letTimePass(acting, person.profileId);
    const id = await requirementId(acting, person.profileId, contentId());
    items.push({ requirementId: id, profileLevelAccessId: membership.profileLevelAccessId, amount: price });
  }
  const treasurer = inTheNameOf(founder, then);
  const [first] = items;
  if (!first) return;
  if ("adjust" in fate) {
    const { requirementId: id, profileLevelAccessId } = first;
    const of = { requirementId: id, profileLevelAccessId, reason: fate.reason };
    await adjust(
      treasurer,
      fate.adjust === "waiver" ? { kind: "waiver", ...of } : { kind: "discount", ...of, amount: 500, currency },
    );
    return;
  }
  if ("offline" in fate) {
    // The day before, wherever the organization is.
    const receivedOn = dayOf(then.now.getTime() - 86_400_000, "UTC");
    await recordOffline(treasurer, { method: fate.offline, reference: fate.reference, receivedOn, currency, items });
    return;
  }
  const amount = items.length * price;
  const { row } = await recordPayment(acting, {
    ...{ items, amount, currency, paymentMethodId: fate.card, returnPath: "/payments" },
  });
  const take = async (turn: ChargeTurn) =>
    recordOutcome(acting, row.paymentId, await carryOut(row, turn, acting.adapters, (work) => work(acting)));
  await take("start");
  if ("cancels" in fate) await take("cancel");
  if ("refund" in fate) await refundByHand(treasurer, { paymentId: row.paymentId, amount, reason: fate.refund });
}

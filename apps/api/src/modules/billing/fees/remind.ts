import type { BodyOf, ResponseOf } from "@touchline/contract";
import type { remindOfFees } from "@touchline/contract/billing/member-fees";
import { dayOf } from "@touchline/rules";
import { type Call, organizationFacts } from "../../../call.ts";
import { notFound } from "../../../errors.ts";
import { authorize } from "../../../security/authorize.ts";
import { mailFeesOwed } from "../../messages/index.ts";
import { memberTargets, underLocks } from "../../people/index.ts";
import { recordBillingEvent } from "../ledger/actions/record.ts";
import { moneyText } from "../payments/actions/tell.ts";
import { outstandingOf } from "./queries.ts";

/** Emails members what they have to pay, each at most once a day, and keeps that it was done. @throws NotFound, Forbidden */
export async function remind(
  given: Call,
  { profileLevelAccessIds }: BodyOf<typeof remindOfFees>,
): Promise<ResponseOf<typeof remindOfFees>> {
  const memberships = [...new Set(profileLevelAccessIds)];
  const call = await underLocks(given, { peopleOf: memberships });
  authorize(call, "billing", { organizationWide: true });
  const targets = await memberTargets(call, memberships);
  if (targets.size !== memberships.length) throw notFound("member");
  const people = new Map([...targets.values()].map((one) => [one.profileId, `${one.firstName} ${one.lastName}`]));
  const owed = Map.groupBy(await outstandingOf(call, [...people.keys()]), (one) => one.profileId);
  const { timeZone } = await organizationFacts(call);
  const today = dayOf(call.now.getTime(), timeZone);
  const told = new Map(
    [...owed].map(([profileId, fees]) => [
      profileId,
      fees.map(({ name, amount, currency }) => ({ what: name, money: moneyText(amount, currency) })),
    ]),
  );
  const came = await mailFeesOwed(call, told, (reader) => `feesOwed:${reader}:${today}`);
  const skipped: ResponseOf<typeof remindOfFees>["skipped"] = [];
  for (const [profileId, personName] of people) {
    const outcome = owed.has(profileId) ? (came.get(profileId) ?? "noAddress") : "nothingOwed";
    if (outcome !== "mailed") skipped.push({ profileId, personName, reason: outcome });
    else await recordBillingEvent(call, { subjectId: profileId, event: "fees.reminded" });
  }
  return { reminded: people.size - skipped.length, skipped };
}

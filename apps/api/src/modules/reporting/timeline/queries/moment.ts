import { dayOf, instantOfMoment } from "@touchline/rules";
import { type Call, organizationFacts } from "../../../../call.ts";
import { invalid } from "../../../../errors.ts";

/** Returns the instant of a past moment; for today as a day, now. @throws 400 about `field` for a future one. */
export async function pastInstant(call: Call, moment: string, field: string): Promise<Date> {
  const { timeZone: zone } = await organizationFacts(call);
  const now = call.now.getTime();
  if (moment === dayOf(now, zone)) return call.now;
  const at = instantOfMoment(moment, zone);
  if (at > now) throw invalid(field, "This date is in the future. Choose one in the past.");
  return new Date(at);
}

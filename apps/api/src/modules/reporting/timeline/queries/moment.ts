import { dayOf, instantOfMoment } from "@touchline/rules";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { invalid } from "../../../../errors.ts";
import { organization } from "../../../../schema/accounts.ts";

/** The organization's time zone. */
export async function zoneOf(call: Call): Promise<string> {
  const [own] = await call.db
    .select({ zone: organization.timeZone })
    .from(organization)
    .where(ours(organization, call));
  return own?.zone ?? "UTC";
}

/** The instant of a moment that has passed; of today as a day, now. @throws 400 about `field` for what is to come. */
export async function pastInstant(call: Call, moment: string, field: string): Promise<Date> {
  const zone = await zoneOf(call);
  const now = call.now.getTime();
  if (moment === dayOf(now, zone)) return call.now;
  const at = instantOfMoment(moment, zone);
  if (at > now) throw invalid(field, "This date is in the future. Choose one in the past.");
  return new Date(at);
}

import { type AgeGroup, ageGroupOf, dayOf, type MonthDay } from "@touchline/rules";
import { eq } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { organization } from "../../../../schema/accounts.ts";

/** Returns the youngest age group of the present season for a date of birth; null where that isn't known, or too long ago. */
export async function ageGroupNow(call: Call, dateOfBirth: string | null, cutoff: MonthDay): Promise<AgeGroup | null> {
  if (dateOfBirth === null) return null;
  const { timeZone } = await organizationFacts(call);
  const [season] = await call.db
    .select({ month: organization.seasonMonth, day: organization.seasonDay })
    .from(organization)
    .where(eq(organization.organizationId, call.organizationId));
  return ageGroupOf(dateOfBirth, dayOf(call.now.getTime(), timeZone), {
    ...{ seasonStart: { month: season?.month ?? 1, day: season?.day ?? 1 }, cutoff },
  });
}

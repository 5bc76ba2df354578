import { addChild, getFamily } from "@touchline/contract/joining/families";
import { dayOf } from "@touchline/rules";
import { createLabel } from "../src/modules/library/labels/actions/add.ts";
import type { Organization, TestPerson, World } from "./world.ts";

/** Creates an organization that lets guardians choose labels, and a parent at the northern team. */
export async function aFamilyOrganization(world: World) {
  const org = await world.anOrganization();
  const [player, parentLabel] = await org.asSystem(async (call) => [
    await createLabel(call, { name: "Player", role: "Individual", forFamily: "child" }),
    await createLabel(call, { name: "Parent", role: "Individual", forFamily: "guardian" }),
  ]);
  const admin = await org.aMember("root", "Administrator");
  const parent = await org.aMember("northTeam", "Volunteer");
  return { org, player: player as string, parentLabel: parentLabel as string, admin, parent };
}

export type FamilyOrganization = Awaited<ReturnType<typeof aFamilyOrganization>>;

/** Returns the date of birth of a person of this age, or of one this many days before that birthday. */
export function bornYearsAgo(now: Date, years: number, daysUntil = 0): string {
  // Birthdays begin in the organization's time zone, where it may still be the day before.
  const day = dayOf(now.getTime() + daysUntil * 86_400_000, "America/Los_Angeles");
  return `${Number(day.slice(0, 4)) - years}${day.slice(4)}`;
}

/** A guardian adds a child to the northern team. */
export function added(
  by: TestPerson,
  { org, player }: { org: Organization; player: string },
  child: { firstName?: string; lastName?: string; dateOfBirth?: string } = {},
) {
  return by.call(addChild, {
    body: {
      firstName: "Noa",
      lastName: "Little",
      dateOfBirth: "2015-05-05",
      ...child,
      levelId: org.levels.northTeam,
      labelId: player,
    },
  });
}

/** Returns a child's card as a guardian sees it. */
export async function cardOf(by: TestPerson, profileId: string) {
  const { children } = await by.call(getFamily);
  return children.find((one) => one.profileId === profileId);
}

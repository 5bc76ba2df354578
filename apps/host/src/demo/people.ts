import { newId } from "@touchline/api/kernel/ids";
import { type DemoKey, demoLogins } from "./logins.ts";
import { firstNames, lastNames } from "./names.ts";
import { type LabelKey, type PlannedPerson, waves } from "./plan.ts";
import type { Random } from "./random.ts";

const mail = (text: string) =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("ł", "l")
    .replaceAll("ø", "o")
    .replaceAll("đ", "d")
    .replaceAll("ı", "i")
    .replaceAll(/[^a-z]+/g, "");

type Wish = {
  levels: readonly string[];
  label: LabelKey;
  /** Age in years; children have neither address nor account. */
  age: number;
  login?: DemoKey;
  name?: readonly [first: string, last: string];
  guards?: readonly PlannedPerson[];
  lastName?: string;
  joined?: (typeof waves)[number];
};

/** Makes people with names, birthdays and addresses of their own. @param today `YYYY-MM-DD`. */
export function peopleMaker(chance: Random, today: string) {
  const taken = new Set<string>();
  const year = Number(today.slice(0, 4));
  const two = (number: number) => String(number).padStart(2, "0");

  function address(first: string, last: string): string {
    const plain = `${mail(first)}.${mail(last)}`;
    let name = plain;
    for (let more = 2; taken.has(name); more += 1) name = `${plain}${more}`;
    taken.add(name);
    return `${name}@families.example`;
  }

  return (wish: Wish): PlannedPerson => {
    const adult = wish.age >= 18;
    const [firstName, lastName] = wish.name ?? [chance.pick(firstNames), wish.lastName ?? chance.pick(lastNames)];
    const login = wish.login ?? null;
    const email = adult ? (demoLogins.find((one) => one.key === login)?.email ?? address(firstName, lastName)) : null;
    const sure = login !== null || wish.label === "administrator" || wish.label === "clubDirector";
    return {
      profileId: newId(),
      firstName,
      lastName,
      email,
      dateOfBirth: `${year - wish.age}-${two(chance.between(1, 12))}-${two(chance.between(1, 28))}`,
      login,
      activated: sure || (adult && chance.chance(0.86)),
      confirmed: sure || chance.chance(0.97),
      joinedDaysAgo:
        wish.joined ?? (sure ? waves[0] : chance.pick([waves[0], waves[0], waves[1], waves[1], waves[2], waves[3]])),
      memberships: wish.levels.map((levelId) => ({ profileLevelAccessId: newId(), levelId, label: wish.label })),
      guards: (wish.guards ?? []).map((child) => child.profileId),
    };
  };
}

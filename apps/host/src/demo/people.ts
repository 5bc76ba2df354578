import { newId } from "@touchline/api/database/ids";
import { type DemoKey, demoLogins } from "./logins.ts";
import { firstNames, lastNames } from "./names.ts";
import { type LabelKey, type PlannedPerson, type Wave, waves } from "./plan.ts";
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

type PersonRequest = {
  levels: readonly string[];
  label: LabelKey;
  /** Age in years; children have neither address nor account. */
  age: number;
  login?: DemoKey;
  name?: readonly [first: string, last: string];
  lastName?: string;
  joined?: Wave;
  /** `YYYY-MM-DD`, where it matters; null: nobody knows it yet. */
  born?: string | null;
};

/** Most have been here for a season or longer. */
const arrivals: readonly [Wave, ...Wave[]] = [548, 548, 548, 365, 365, 365, 190, 190, 190, 60, 60, 60, 12, 12, 3];
/** How likely an invitation of each wave has been answered by now. */
const answered: Record<Wave, number> = { 548: 1, 365: 1, 190: 1, 60: 0.95, 12: 0.75, 3: 0.5 };

export type PersonMaker = (request: PersonRequest) => PlannedPerson;

/** Makes people with names, birthdays and addresses of their own. @param today `YYYY-MM-DD`. */
export function peopleMaker(chance: Random, today: string): PersonMaker {
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

  return (request: PersonRequest): PlannedPerson => {
    const adult = request.age >= 18;
    const [firstName, lastName] = request.name ?? [chance.pick(firstNames), request.lastName ?? chance.pick(lastNames)];
    const login = request.login ?? null;
    const email = adult ? (demoLogins.find((one) => one.key === login)?.email ?? address(firstName, lastName)) : null;
    const sure = login !== null || ["administrator", "clubDirector", "accountManager"].includes(request.label);
    const joined = request.joined ?? (sure ? waves[0] : chance.pick(arrivals));
    // A child has no login: what counts is the guardian.
    const activated = sure || (adult && chance.chance(answered[joined]));
    // Whoever was invited has received mail; who came by a link of the club has that still to show.
    const confirmed = sure || !activated || joined > 60 || chance.chance(0.97);
    const someDay = `${year - request.age}-${two(chance.between(1, 12))}-${two(chance.between(1, 28))}`;
    return {
      profileId: newId(),
      firstName,
      lastName,
      email,
      dateOfBirth: request.born === undefined ? someDay : request.born,
      login,
      activated,
      confirmed,
      joinedDaysAgo: joined,
      memberships: request.levels.map((levelId) => ({ profileLevelAccessId: newId(), levelId, label: request.label })),
      guards: [],
    };
  };
}

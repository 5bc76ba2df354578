/**
 * Generates a registry and people, some of whom are in it under another spelling, to measure recall and false positives of
 * `matchRegistry`. Names are as frequent as in the United States, so the most common ones often coincide. The same seed gives
 * the same sample.
 */
import { type NamedPerson, nearBirths, type RegistryIdentity } from "./registry-match.ts";

const words = (text: string) => text.trim().split(/\s+/);

const firstNames = words(`
  James Robert John Michael David William Richard Joseph Thomas Charles Christopher Daniel Matthew Anthony Mark Donald Steven
  Andrew Paul Joshua Kenneth Kevin Brian Timothy Ronald George Jason Edward Jeffrey Ryan Jacob Nicholas Gary Eric Jonathan Stephen
  Larry Justin Scott Brandon Benjamin Samuel Gregory Alexander Patrick Frank Raymond Jack Dennis Jerry Tyler Aaron Jose Adam Nathan
  Henry Zachary Douglas Peter Kyle Noah Ethan Jeremy Christian Walter Keith Austin Roger Terry Sean Gerald Carl Dylan Harold Jordan
  Jesse Bryan Lawrence Arthur Gabriel Bruce Logan Billy Joe Alan Juan Elijah Willie Albert Wayne Randy Mason Vincent Liam Roy Bobby
  Mary Patricia Jennifer Linda Elizabeth Barbara Susan Jessica Karen Sarah Lisa Nancy Sandra Ashley Emily Kimberly Margaret Donna
  Michelle Carol Amanda Melissa Deborah Stephanie Rebecca Laura Sharon Cynthia Amy Kathleen Angela Anna Brenda Pamela Nicole
  Luis Carlos Miguel Jesús Francisco Ángel Ramón José Andrés Søren Łukasz Nguyễn`);
const lastNames = words(`
  Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas Taylor
  Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott
  Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts Gomez Phillips Evans Turner Diaz
  Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers Gutierrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly
  Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez Wood James Bennett Gray Mendoza Ruiz Hughes Price Alvarez Castillo Sanders
  Patel Myers Long Ross Foster Jimenez Powell Jenkins Perry Russell Sullivan Bell Coleman Butler Henderson Barnes Gonzales Fisher
  Vasquez Simmons Romero Jordan Patterson Alexander Hamilton Graham Reynolds Griffin Wallace Moreno West Cole Hayes Bryant Herrera
  Gibson Ellis Tran Medina Aguilar Stevens Murray Ford Castro Marshall Owens Harrison Fernandez McDonald Woods Washington Kennedy Wells
  Vargas Henry Chen Freeman Webb Tucker Guzman Burns Crawford Olson Simpson Porter Hunter Gordon Mendez Silva Shaw Snyder Mason Dixon
  Muñoz Hunt Hicks Holmes Palmer Wagner Black Robertson Boyd Rose Stone Salazar Fox Warren Mills Meyer Rice Schmidt Garza Daniels
  Ferguson Nichols Stephens Soto Weaver Ryan Gardner Payne Grant Dunn Kelley Spencer Hawkins Arnold Pierce Hansen Peters Santos Hart
  Bradley Knight Elliott Cunningham Duncan Armstrong Hudson Carroll Lane Riley Andrews Alvarado Ray Delgado Berry Perkins Hoffman
  Johnston Matthews Peña Richards Contreras Willis Carpenter Lawrence Sandoval Guerrero George Chapman Rios Estrada Ortega Watkins
  Greene Nunez Wheeler Valdez Harper Burke Larson Santiago Maldonado Morrison Franklin Carlson Austin Dominguez Carr Lawson Jacobs
  O'Brien Lynch Singh Vega Bishop Montgomery Oliver Jensen Harvey Williamson Gilbert Dean Sims Espinoza Howell Li Wong Reid Hanson Le
  McCoy Garrett Burton Fuller Wang Weber Welch Rojas Lucas Marquez Fields Park Yang Little Banks Padilla Day Walsh Bowman Schultz`);

/** Returns a generator of numbers from 0 to below 1 (Mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How an entry of the registry differs from its person. */
export const variants = [
  "same",
  "upper case without accents",
  "nickname",
  "middle name added",
  "middle name in use",
  "initial instead of first name",
  "letter left out",
  "letters swapped",
  "letter replaced",
  "sounds alike",
  "second last name added",
  "first and last name swapped",
  "earlier name as alias",
  "day and month swapped",
  "one digit of the date wrong",
  "no date of birth",
  "nickname, no date of birth",
  "letter left out, one digit of the date wrong",
] as const;
export type Variant = (typeof variants)[number];

export type RegistrySample = {
  entries: readonly RegistryIdentity[];
  people: readonly RegistryIdentity[];
  /** The person of each entry, and how it differs. All other pairs are different people. */
  planted: readonly { person: number; entry: number; variant: Variant }[];
};

const nicknames: Record<string, string> = {
  William: "Bill",
  Robert: "Bob",
  Richard: "Rick",
  Michael: "Mike",
  James: "Jim",
  Joseph: "Joe",
  Thomas: "Tom",
  Charles: "Chuck",
  Christopher: "Chris",
  Daniel: "Dan",
  Matthew: "Matt",
  Anthony: "Tony",
  Steven: "Steve",
  Elizabeth: "Liz",
  Jennifer: "Jen",
  Francisco: "Paco",
  José: "Pepe",
  Margaret: "Peggy",
  Patricia: "Pat",
  Edward: "Ed",
  Kenneth: "Ken",
  Timothy: "Tim",
};
const soundsAlike: readonly [RegExp, string][] = [
  [/ph/i, "f"],
  [/ck/i, "k"],
  [/sch/i, "sh"],
  [/z$/i, "s"],
  [/ie/i, "y"],
  [/th/i, "t"],
  [/y$/i, "ie"],
  [/ll/i, "l"],
  [/ee/i, "ea"],
  [/c/i, "k"],
  [/s$/i, "z"],
];

/**
 * @param sizes `planted` people are in the registry, equally divided among the variants.
 */
export function registrySample(
  seed: number,
  sizes: { entries: number; people: number; planted: number },
): RegistrySample {
  const next = random(seed);
  const below = (most: number) => Math.floor(next() * most);
  // Squaring makes the first names of a list the most frequent ones.
  const oneOf = (list: readonly string[]) => list[Math.floor(next() ** 2 * list.length)] as string;
  const birth = () => new Date(Date.UTC(1945, 0, 1) + below(60 * 365) * 86_400_000).toISOString().slice(0, 10);
  const somebody = (): NamedPerson => ({ firstName: oneOf(firstNames), lastName: oneOf(lastNames) });
  const identity = (): RegistryIdentity => ({ names: [somebody()], dateOfBirth: birth() });

  const people = Array.from({ length: sizes.people }, identity);
  const entries = Array.from({ length: sizes.entries }, (): RegistryIdentity => {
    const one = identity();
    const names = next() < 0.2 ? [...one.names, somebody()] : one.names;
    return { names, dateOfBirth: next() < 0.03 ? null : one.dateOfBirth };
  });
  const planted = Array.from({ length: sizes.planted }, (_, number) => {
    const variant = variants[number % variants.length] as Variant;
    const [person, entry] = [number, below(sizes.entries)];
    if (variant.includes("nickname")) {
      const [firstName = ""] = Object.keys(nicknames).slice(below(Object.keys(nicknames).length));
      people[person] = { names: [{ firstName, lastName: oneOf(lastNames) }], dateOfBirth: birth() };
    }
    entries[entry] = varied(people[person] as RegistryIdentity, variant, { below, somebody });
    return { person, entry, variant };
  });
  // A later one may have replaced the entry of an earlier one.
  const last = new Map(planted.map((one) => [one.entry, one]));
  return { entries, people, planted: planted.filter((one) => last.get(one.entry) === one) };
}

const oneDigitApart = (date: string) =>
  nearBirths(date).filter((other) => [...date].filter((digit, place) => digit !== other[place]).length === 1);

function varied(
  { names, dateOfBirth }: RegistryIdentity,
  variant: Variant,
  { below, somebody }: { below(most: number): number; somebody(): NamedPerson },
): RegistryIdentity {
  const [{ firstName, lastName }] = names as [NamedPerson];
  const inside = (name: string) => 1 + below(Math.max(1, name.length - 2));
  const cut = (name: string, at = inside(name)) => name.slice(0, at) + name.slice(at + 1);
  const swap = (name: string, at = inside(name)) =>
    name.slice(0, at) + (name[at + 1] ?? "") + name[at] + name.slice(at + 2);
  const replace = (name: string, at = inside(name)) => `${name.slice(0, at)}e${name.slice(at + 1)}`;
  const alike = (name: string) => {
    const [pattern, other] = soundsAlike.find(([sound]) => sound.test(name)) ?? [/$/, "e"];
    return name.replace(pattern, other);
  };
  const plain = (name: string) =>
    name
      .normalize("NFKD")
      .replaceAll(/\p{Mark}/gu, "")
      .toUpperCase();
  const [year, month, day] = (dateOfBirth ?? "").split("-");
  const wrong = dateOfBirth === null ? [] : oneDigitApart(dateOfBirth);
  const wrongDigit = wrong[below(wrong.length)] ?? null;
  const as = (first: string, last: string, born = dateOfBirth): RegistryIdentity => ({
    names: [{ firstName: first, lastName: last }],
    dateOfBirth: born,
  });
  switch (variant) {
    case "same":
      return as(firstName, lastName);
    case "upper case without accents":
      return as(plain(firstName), plain(lastName));
    case "nickname":
      return as(nicknames[firstName] ?? firstName, lastName);
    case "middle name added":
      return as(`${firstName} ${somebody().firstName}`, lastName);
    case "middle name in use":
      return as(`${somebody().firstName} ${firstName}`, lastName);
    case "initial instead of first name":
      return as(firstName.slice(0, 1), lastName);
    case "letter left out":
      return as(firstName, cut(lastName));
    case "letters swapped":
      return as(swap(firstName), lastName);
    case "letter replaced":
      return as(firstName, replace(lastName));
    case "sounds alike":
      return as(alike(firstName), alike(lastName));
    case "second last name added":
      return as(firstName, `${lastName} ${somebody().lastName}`);
    case "first and last name swapped":
      return as(lastName, firstName);
    case "earlier name as alias":
      return { names: [somebody(), { firstName, lastName }], dateOfBirth };
    case "day and month swapped":
      return as(firstName, lastName, Number(day) <= 12 ? `${year}-${day}-${month}` : dateOfBirth);
    case "one digit of the date wrong":
      return as(firstName, lastName, wrongDigit);
    case "no date of birth":
      return as(firstName, lastName, null);
    case "nickname, no date of birth":
      return as(nicknames[firstName] ?? firstName, lastName, null);
    case "letter left out, one digit of the date wrong":
      return as(firstName, cut(lastName), wrongDigit);
  }
}

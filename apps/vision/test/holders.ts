import { between, oneOf, seeded } from "./random.ts";

/** An invented person with a document. Dates are YYYY-MM-DD. */
export type Holder = {
  first: string;
  middle: string;
  last: string;
  born: string;
  issued: string;
  expires: string;
  number: string;
  state: string;
  motherBorn: string;
};

const firsts = [
  "Jane",
  "Marcus",
  "Alicia",
  "Noah",
  "Priya",
  "Diego",
  "Hannah",
  "Kwame",
  "Mei",
  "Oliver",
  "Sofia",
  "Tyler",
];
const middles = ["Ann", "James", "Lee", "Marie", "Paul", "Rose"];
const lasts = [
  "Walker",
  "Nguyen",
  "Garcia",
  "Johnson",
  "Okafor",
  "Patel",
  "Rossi",
  "Smith",
  "Thompson",
  "Zimmer",
  "Alvarez",
  "Kim",
];
const states = ["CA", "TX", "NY", "WA", "IL", "FL", "OH", "CO"];

const two = (number: number) => String(number).padStart(2, "0");

/** Invents a person. The same seed gives the same person. */
export function holderOf(seed: number): Holder {
  const random = seeded(seed * 7919 + 17);
  const day = (from: number, to: number) =>
    `${between(random, from, to)}-${two(between(random, 1, 12))}-${two(between(random, 1, 28))}`;
  const letter = oneOf(random, [..."ABCDEFGHKLMNPRSTWXYZ"]);
  return {
    first: oneOf(random, firsts),
    middle: oneOf(random, middles),
    last: oneOf(random, lasts),
    born: day(1975, 2014),
    issued: day(2021, 2025),
    expires: day(2028, 2034),
    number: `${letter}${between(random, 10_000_000, 99_999_999)}`,
    state: oneOf(random, states),
    motherBorn: day(1955, 1974),
  };
}

import { z } from "zod";

/** Small values that many endpoints use. */

export const id = z.uuid().meta({ description: "UUIDv7" });
/**
 * Days and instants in requests are limited to these years: no real day is outside, and everything computed from one can be
 * represented by every clock and the database.
 */
export const givenYears = { first: 1900, last: 2999 };
const yearText = `Choose a date between ${givenYears.first} and ${givenYears.last}.`;

/** Limits the years of a value in a request; responses aren't limited. */
export const ofGivenYears = (of: z.ZodType<string, string>) =>
  z.codec(of, of, {
    decode(value, { issues }) {
      const year = Number(value.slice(0, 4));
      if (year < givenYears.first || year > givenYears.last) {
        issues.push({ code: "custom", message: yearText, input: value });
      }
      return value;
    },
    encode: (value) => value,
  });

/** An instant: ISO 8601 in UTC. */
export const instant = ofGivenYears(z.iso.datetime().meta({ description: "ISO 8601 instant, UTC" }));
/** A minute in the organization's local time: `YYYY-MM-DDTHH:MM`. */
export const localMinute = ofGivenYears(
  z.iso.datetime({ local: true, offset: false, precision: -1 }).meta({ description: "YYYY-MM-DDTHH:MM" }),
);
/** A day on the calendar: `YYYY-MM-DD`. */
export const day = ofGivenYears(z.iso.date().meta({ description: "YYYY-MM-DD" }));

/** A line of typed text: trimmed, 1 to `max` characters. */
export const line = (max: number) =>
  z.string().trim().min(1, "This is required.").max(max, `Use at most ${max} characters.`);
/** Longer typed text, may be empty. */
export const text = (max: number) => z.string().trim().max(max, `Use at most ${max} characters.`);

/** A flag in a query string. */
export const flag = z.enum(["true", "false"]).transform((value) => value === "true");

const repeatable = new WeakSet<z.ZodType>();
/** A repeatable name in a query string: `?label=a&label=b`, `?label=a` or `?label[]=a`. */
export function repeated<Item extends z.ZodType>(item: Item) {
  const list = z.preprocess(
    (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]),
    z.array(item).max(100, "Choose at most 100 values."),
  );
  repeatable.add(list);
  return list;
}
/** Tests whether a name in a query can be repeated. */
export const isRepeatable = (schema: z.ZodType) => repeatable.has(schema);

/** A JSON object as text in a query string. */
export const jsonInQuery = <Shape extends z.ZodType>(shape: Shape) =>
  z
    .string()
    .max(10_000)
    .transform((text, { issues }) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        issues.push({ code: "custom", message: "This isn't valid JSON.", input: text });
        return z.NEVER;
      }
    })
    .pipe(shape);

/** `page` and `perPage` of every list. Source: specification 2, section 9; the cap of 100 is ours. */
export const paging = {
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  perPage: z.coerce.number().int().min(1).max(100).default(25),
};

/** A page of a list with its total. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    data: z.array(item),
    pagination: z.object({ page: z.int(), perPage: z.int(), totalRecords: z.int() }),
  });

const numbersOf = <Value extends number>(of: Record<string, Value>) =>
  Object.values(of) as unknown as readonly [Value, ...Value[]];

/** An enumeration as the specification's numbers. */
export const numbered = <Value extends number>(of: Record<string, Value>) => z.literal(numbersOf(of));
/** An enumeration as a number in a query string. */
export const numberedInQuery = <Value extends number>(of: Record<string, Value>) =>
  z.coerce.number().pipe(z.literal(numbersOf(of)));

/** The number of a published version of a policy. */
export const policyVersion = z.int().min(1).max(1_000_000);

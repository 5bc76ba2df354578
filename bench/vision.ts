import { openVision, type Vision } from "../apps/vision/src/index.ts";
import { residentBytes } from "../apps/vision/src/memory.ts";
import { type Damage, photographed } from "../apps/vision/test/drawing.ts";
import { group, portrait } from "../apps/vision/test/faces.ts";
import { type Holder, holderOf } from "../apps/vision/test/holders.ts";
import { aamvaOf, certificate, idCard, licenseBack, licenseFront, passport } from "../apps/vision/test/samples.ts";
import { type Figure, ms, none, quantile, within } from "./figures.ts";

/** The number of people for each kind of document, and the ways in which each is photographed. */
const holders = 3;
const damages: Record<string, Damage> = {
  clean: {},
  noise: { noise: 14, quality: 60 },
  rotated: { rotate: 4 },
  sideways: { rotate: 90 },
  small: { scale: 0.7 },
  soft: { blur: 1.6 },
  glare: { glare: true },
};
const kinds: Record<string, (holder: Holder) => Promise<Buffer>> = {
  "license, back": (holder) => licenseBack(aamvaOf(holder)),
  "license, front": licenseFront,
  passport: (holder) => passport(holder),
  "identity card": idCard,
  "birth certificate": certificate,
};
/**
 * The minimum share of dates of birth that must be right in photos without a reflection. A wrong one is never tolerated if the
 * document has check digits.
 */
const leastRight = 0.8;
const atOnce = 50;

/** Reads a generated set of documents one by one, then fifty pictures at once. */
export async function readingPictures(): Promise<Figure[]> {
  const vision = openVision({ log: console.log });
  try {
    let highest = 0;
    const watch = setInterval(async () => {
      const pid = vision.pid();
      highest = Math.max(highest, (pid && (await residentBytes(pid))) || 0);
    }, 100);
    const face = await portrait("straight");
    const begun = performance.now();
    await vision.face(face);
    const first = performance.now() - begun;
    const times = {
      face: await timed(8, () => vision.face(face)),
      compare: await timed(4, () => vision.compare(face, face)),
    };
    const accuracy = await readAll(vision);
    const queue = await under(vision, [face, await group(3)]);
    clearInterval(watch);
    const mean = (all: number[]) => quantile(all, 0.5);
    return [
      within("first picture, with its start", first / 1000, 15, "s"),
      within("a face, median", mean(times.face), 1_500, "ms"),
      within("two faces compared, median", mean(times.compare), 4_000, "ms"),
      ...accuracy,
      queue,
      within("memory of the reader, at most", highest / 1e6, 1_500, "MB"),
    ];
  } finally {
    await vision.close();
  }
}

async function timed(times: number, work: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const begun = performance.now();
    await work();
    took.push(performance.now() - begun);
  }
  return took;
}

type Tally = { right: number; wrong: number; unread: number; falselyChecked: number };

/** Reads every document photographed in every way, and prints how often its date of birth was right, wrong, and not read. */
async function readAll(vision: Vision): Promise<Figure[]> {
  const took: number[] = [];
  const cells: string[] = [
    `  ${"".padEnd(18)}${Object.keys(damages)
      .map((name) => name.padEnd(10))
      .join("")}`,
  ];
  const all: Tally = { right: 0, wrong: 0, unread: 0, falselyChecked: 0 };
  const byKind: Figure[] = [];
  for (const [kind, make] of Object.entries(kinds)) {
    const readable: Tally = { right: 0, wrong: 0, unread: 0, falselyChecked: 0 };
    const row: string[] = [];
    for (const [name, damage] of Object.entries(damages)) {
      const cell: Tally = { right: 0, wrong: 0, unread: 0, falselyChecked: 0 };
      for (let seed = 0; seed < holders; seed += 1) {
        const holder = holderOf(seed);
        const photo = await photographed(await make(holder), damage);
        const begun = performance.now();
        const outcome = await vision.document(photo);
        took.push(performance.now() - begun);
        const readings = outcome.status === "read" ? outcome.reading.readings : [];
        const found = readings.flatMap(({ checked, fields }) =>
          fields.filter(({ field }) => field === "dateOfBirth").map(({ value }) => ({ value, checked })),
        );
        cell[found[0] === undefined ? "unread" : found[0].value === holder.born ? "right" : "wrong"] += 1;
        cell.falselyChecked += found.filter(({ value, checked }) => checked && value !== holder.born).length;
      }
      row.push(`${cell.right}/${holders}${cell.wrong ? ` (${cell.wrong}!)` : ""}`.padEnd(10));
      for (const key of Object.keys(all) as (keyof Tally)[]) {
        all[key] += cell[key];
        if (name !== "glare") readable[key] += cell[key];
      }
    }
    cells.push(`  ${kind.padEnd(18)}${row.join("")}`);
    const whole = readable.right + readable.wrong + readable.unread;
    byKind.push({
      name: `${kind}, date of birth right`,
      ratio: readable.right / whole,
      target: leastRight,
      atMost: false,
      details: `${readable.right} of ${whole}, ${readable.wrong} wrong, without glare`,
    });
  }
  console.log(`\nDates of birth read right, of ${holders} each (n!: read wrong)\n${cells.join("\n")}`);
  const median = within("a document, median", quantile(took, 0.5), 10_000, "ms");
  return [
    { ...median, details: `${median.details}; slowest ${ms(Math.max(...took))}` },
    ...byKind,
    none("dates that prove themselves and are wrong", all.falselyChecked, `${all.falselyChecked} of all`),
    none("dates that are wrong", all.wrong, `${all.wrong} of ${all.right + all.wrong + all.unread}`),
  ];
}

/** Reads fifty pictures at once. They wait for one another, and none is lost. */
async function under(vision: Vision, pictures: Buffer[]): Promise<Figure> {
  const begun = performance.now();
  const outcomes = await Promise.all(
    Array.from({ length: atOnce }, (_, at) => vision.face(pictures[at % pictures.length] as Buffer)),
  );
  const read = outcomes.filter(({ status }) => status === "read").length;
  const seconds = (performance.now() - begun) / 1000;
  return none(`${atOnce} pictures at once, lost`, atOnce - read, `all answered in ${seconds.toFixed(1)} s`);
}

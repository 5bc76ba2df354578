// `npm run bench`: speed as ratios taken in one run, each next to its target. How to run and read it: docs/bench.md.
import { parseArgs } from "node:util";
import { rosterLimits } from "@touchline/contract/setup/imports";
import { assigning } from "./assign.ts";
import { sealing } from "./audit-seal.ts";
import { backingUp } from "./backup.ts";
import { actingOnMany } from "./bulk.ts";
import { overload, slowClients, steady } from "./endurance.ts";
import { type Figure, line, met, print } from "./figures.ts";
import { gating } from "./gate.ts";
import { importing } from "./imports.ts";
import { lookingBack } from "./look-back.ts";
import { moving } from "./moving.ts";
import { shapes } from "./population.ts";
import { compareAll, readingCases } from "./reading.ts";
import { reconciling } from "./reconciliation.ts";
import { redoing } from "./redo.ts";
import { registries } from "./registries.ts";
import { growthOf, type RequestRates, requestRates, spread } from "./request-rates.ts";
import { type Stage, setStage } from "./setup.ts";
import { listsDuringSweep, sweeping } from "./sweep.ts";
import { timing } from "./timing.ts";
import { readingPictures } from "./vision.ts";
import { measureWebhooks } from "./webhooks.ts";
import { reviewing, signIns } from "./writes.ts";

const { values } = parseArgs({
  options: {
    members: { type: "string" },
    million: { type: "boolean", default: false },
    rows: { type: "string", default: "100000" },
    seconds: { type: "string", default: "6" },
    only: { type: "string", default: "" },
    load: { type: "boolean", default: false },
    overload: { type: "boolean", default: false },
    slow: { type: "boolean", default: false },
    minutes: { type: "string", default: "10" },
    rate: { type: "string", default: "150" },
  },
});
const endures = values.load || values.overload || values.slow;
const usual = endures ? "200000" : values.million ? "10000,1000000" : "10000,100000";
const sizes = (values.members ?? usual).split(",").map(Number);
const [seconds, minutes, rate] = [values.seconds, values.minutes, values.rate].map(Number) as [number, number, number];
const wanted = values.only.split(",");
const chosen = (name: string) => wanted.some((part) => name.includes(part));

type Part = (stage: Stage) => Promise<Figure[]>;
const pacesAt: RequestRates[] = [];

/** Reading measurements come first. Writing ones come last, each on the data that the previous one left. */
const speed: Record<string, Part> = {
  reading: async (stage) => {
    const cases = await readingCases(stage);
    if (chosen("growth")) pacesAt.push(await requestRates(stage, cases, seconds));
    return compareAll(
      stage,
      cases.filter(({ name }) => chosen(name)),
      seconds,
      (figure) => console.log(line(figure)),
    );
  },
  spread: (stage) => spread(stage, seconds),
  "sign-in": (stage) => signIns(stage, seconds),
  timing,
  gate: gating,
  review: reviewing,
  sweep: async (stage) => [...(await sweeping(stage)), ...(await listsDuringSweep(stage, seconds))],
  import: (stage) => importing(stage, seconds, Math.min(Number(values.rows), rosterLimits.rows)),
  assign: (stage) => assigning(stage, seconds),
  redo: (stage) => redoing(stage, seconds),
  move: (stage) => moving(stage, seconds),
  bulk: (stage) => actingOnMany(stage, seconds),
  seal: sealing,
  webhooks: (stage) => measureWebhooks(stage, seconds),
  registries,
  reconciliation: reconciling,
  past: lookingBack,
  backup: backingUp,
};
const endurance: Record<string, Part> = {
  ...(values.load ? { load: (stage) => steady(stage, minutes, rate) } : {}),
  ...(values.overload ? { overload: (stage) => overload(stage, Math.max(10, seconds)) } : {}),
  ...(values.slow ? { slow: slowClients } : {}),
};

async function figuresOf(stage: Stage): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, part] of Object.entries(endures ? endurance : speed)) {
    if (name !== "reading" && !chosen(name)) continue;
    const found = await part(stage);
    if (name !== "reading") print(name, found);
    figures.push(...found);
  }
  return figures;
}

const tables: [string, Figure[]][] = [];
/** Measurements that need no members. They run only if they are named, and alone. */
if (wanted.includes("vision")) tables.push(["vision", await readingPictures()]);
for (const size of values.only === "vision" ? [] : sizes) {
  const shape = shapes[size];
  if (!shape) throw new Error(`--members takes ${Object.keys(shapes).join(", ")}.`);
  const stage = await setStage(shape, console.log);
  try {
    tables.push([`${stage.population.members} memberships`, await figuresOf(stage)]);
  } finally {
    await stage.close();
  }
}
const [smallest, largest] = [pacesAt[0], pacesAt.at(-1)];
if (smallest && largest && smallest !== largest) {
  tables.push([`${sizes.at(-1)} memberships compared to ${sizes[0]}`, growthOf(smallest, largest)]);
}
for (const [title, figures] of tables) if (figures.length > 0) print(title, figures);
const all = tables.flatMap(([, figures]) => figures);
console.log(`\n${all.filter(met).length} of ${all.length} targets met.`);

// `npm run bench [-- --members 10000,100000] [--million] [--seconds 6] [--only list]`: speed as ratios taken in one run, each
// next to its target.
import { parseArgs } from "node:util";
import { compare } from "./load.ts";
import { shapes } from "./population.ts";
import { readingCases } from "./reading.ts";
import { type Stage, setStage } from "./stage.ts";
import { type Compared, importing, reviewing, signIns, sweeping } from "./writing.ts";

const { values } = parseArgs({
  options: {
    members: { type: "string", default: "10000,100000" },
    million: { type: "boolean", default: false },
    seconds: { type: "string", default: "6" },
    only: { type: "string", default: "" },
  },
});
const sizes = values.million ? [1_000_000] : values.members.split(",").map(Number);
const seconds = Number(values.seconds);
const chosen = (name: string) => name.includes(values.only);

type Line = { name: string; ours: string; ceiling: string | null; ratio: number; target: string; met: boolean };

function print(title: string, lines: readonly Line[]) {
  console.log(`\n${title}`);
  for (const { name, ours, ceiling, ratio, target, met } of lines) {
    console.log(
      `${met ? "  " : "! "}${name.padEnd(28)} ${ratio.toFixed(2).padStart(6)}  (${target})  ${ours}${ceiling ? `, ceiling ${ceiling}` : ""}`,
    );
  }
}

async function reading(stage: Stage): Promise<Line[]> {
  const cases = readingCases(stage).filter((one) => chosen(one.name));
  if (cases.length === 0) return [];
  const ceiling = await stage.ceiling(cases.map(({ name, question }) => ({ name: slug(name), ...question })));
  const lines: Line[] = [];
  for (const { name, target, paths } of cases) {
    // Access tokens live five minutes.
    const token = await stage.signIn(stage.email);
    const {
      ours,
      ceiling: least,
      ratio,
    } = await compare(
      { url: stage.url, paths, token },
      { url: ceiling.url, paths: [`/${slug(name)}`], token },
      seconds,
    );
    lines.push({
      name,
      ratio,
      target: `≥ ${target}`,
      met: ratio >= target,
      ours: `${ours.perSecond.toFixed(0)}/s, p50 ${ours.p50} ms, p99 ${ours.p99} ms`,
      ceiling: `${least.toFixed(0)}/s`,
    });
    print(name, lines.slice(-1));
  }
  ceiling.stop();
  return lines;
}

/** What changes something comes last, each on what the one before has left. */
async function writing(stage: Stage): Promise<Line[]> {
  const lines: Line[] = [];
  const parts: Record<string, (stage: Stage) => Promise<Compared[]>> = {
    "sign-in": (on) => signIns(on, seconds),
    review: reviewing,
    sweep: sweeping,
    import: importing,
  };
  for (const [name, part] of Object.entries(parts)) {
    if (!chosen(name)) continue;
    const told = (await part(stage)).map(({ name, ratio, target, atMost, told }) => ({
      name,
      ratio,
      target: `${atMost ? "≤" : "≥"} ${target}`,
      met: atMost ? ratio <= target : ratio >= target,
      ours: told,
      ceiling: null,
    }));
    print(name, told);
    lines.push(...told);
  }
  return lines;
}

const slug = (name: string) => name.replaceAll(/[^a-z]+/gi, "-");

for (const size of sizes) {
  const shape = shapes[size];
  if (!shape) throw new Error(`--members takes ${Object.keys(shapes).join(", ")}.`);
  const stage = await setStage(shape, console.log);
  try {
    print(`${stage.population.members} memberships`, [...(await reading(stage)), ...(await writing(stage))]);
  } finally {
    await stage.close();
  }
}

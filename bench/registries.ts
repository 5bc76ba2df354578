import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { loadFile } from "@touchline/api/modules/screening/registries/actions/load";
import { addOne } from "@touchline/api/modules/screening/registries/actions/registries";
import { searchRegistries } from "@touchline/api/modules/screening/registry-search/queries/candidates";
import type { RegistryIdentity } from "@touchline/rules";
import { registrySample } from "@touchline/rules/screening/registry-sample";
import { type Figure, ms, quantile, within } from "./figures.ts";
import type { Stage } from "./setup.ts";

const entries = 50_000;
const people = 100_000;
/** The number of people in one step of the product's own job. */
const atOnce = 100;

/** Measures loading a registry's file with the product's worker, then searching for everyone, and for some people alone. */
export async function registries(stage: Stage): Promise<Figure[]> {
  const sample = registrySample(1, { entries, people, planted: 360 });
  const all = sample.people.map(({ names, dateOfBirth }) => ({ names, dateOfBirth: dateOfBirth ?? "1980-01-01" }));
  const figures = [await loaded(stage, sample.entries)];
  const before = process.memoryUsage().rss;
  let highest = before;
  let slowest = 0;
  const begun = performance.now();
  for (let start = 0; start < all.length; start += atOnce) {
    const some = all.slice(start, start + atOnce);
    const stepped = performance.now();
    await stage.asSystem((call) => searchRegistries(call, some));
    slowest = Math.max(slowest, performance.now() - stepped);
    highest = Math.max(highest, process.memoryUsage().rss);
  }
  const took = performance.now() - begun;
  const alone: number[] = [];
  for (const person of all.slice(0, 200)) {
    const startedAt = performance.now();
    await stage.asSystem((call) => searchRegistries(call, [person]));
    alone.push(performance.now() - startedAt);
  }
  const whole = within(`${people} people searched for`, took / 1000, 300, "s");
  return [
    ...figures,
    { ...whole, details: `${whole.details}; slowest step ${ms(slowest)}` },
    within("memory for that", (highest - before) / 1_000_000, 300, "MB"),
    within("one person, 95 %", quantile(alone, 0.95), 50, "ms"),
  ];
}

/** Loads a file of these entries as the product does: the response, then the steps of its worker. */
async function loaded(stage: Stage, entries: readonly RegistryIdentity[]): Promise<Figure> {
  const row = ({ names, dateOfBirth }: RegistryIdentity, place: number) => {
    const [name, ...aliases] = names.map(({ firstName, lastName }) => [firstName, lastName]);
    const others = aliases.map((alias) => alias.join(" ")).join(";");
    return [`E-${place}`, ...(name ?? []), dateOfBirth ?? "", others, "King"].join(",");
  };
  const file = Buffer.from(["ID,First,Last,DOB,Aliases,County", ...entries.map(row)].join("\n"));
  const files = { open: async () => Readable.from([file]), remove: async () => undefined };
  const now = new Date();
  const { registryId } = await stage.asSystem(({ db }) =>
    addOne(db, now, { name: `Bench ${now.getTime()}`, searchUrl: null }),
  );
  const begun = performance.now();
  const { versionId } = await loadFile(
    (work) => stage.asSystem(({ db }) => work(db)),
    { now, loadedBy: null, files },
    registryId,
    { asOf: "2026-01-31", checkOnly: false, uploads: [{ name: "registry.csv", storageKey: "registry" } as never] },
  );
  const answered = performance.now() - begun;
  for (;;) {
    const { rows } = await stage.pool.query("SELECT state FROM registry_version WHERE registry_version_id = $1", [
      versionId,
    ]);
    if (rows[0]?.state === "loaded") break;
    await wait(100);
  }
  const figure = within(`${entries.length} entries loaded`, (performance.now() - begun) / 1000, 60, "s");
  return { ...figure, details: `${figure.details}; answered after ${ms(answered)}` };
}

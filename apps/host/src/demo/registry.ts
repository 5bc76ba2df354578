import type { Adapters } from "@touchline/api/call";
import type { Tenancy } from "@touchline/api/database/tenancy";
import { continueLoad, loadFile } from "@touchline/api/modules/screening/registries/actions/load";
import { addOne } from "@touchline/api/modules/screening/registries/actions/registries";
import { allRegistries } from "@touchline/api/modules/screening/registries/queries";
import { addToDay, dayOf } from "@touchline/rules";
import { birthForSearch } from "./first-steps.ts";
import { keep } from "./history-steps.ts";
import { firstNames, lastNames } from "./names.ts";
import type { PlannedOrganization } from "./plan.ts";
import { random } from "./random.ts";

const name = "Sample registry (made-up entries)";
const searchUrl = "https://registry.demo.touchline.example/";
const entries = 60;

/** The file that an operator loads: made-up entries, and a namesake of the volunteer who enters a date of birth. */
function registryFile({ beginnings }: Pick<PlannedOrganization, "beginnings">): string {
  const chance = random(1996);
  const two = (number: number) => String(number).padStart(2, "0");
  const madeUp = Array.from({ length: entries }, () => [
    ...[chance.pick(firstNames), chance.pick(lastNames)],
    `${chance.between(1941, 1989)}-${two(chance.between(1, 12))}-${two(chance.between(1, 28))}`,
    chance.pick(["Spokane", "Tacoma", "Yakima", "Everett"]),
  ]);
  const searched = beginnings.find(({ content }) => content === "search")?.person;
  // A day later: close enough that a reviewer has to compare.
  const namesakes = searched
    ? [[searched.firstName, searched.lastName, addToDay(birthForSearch, { days: 1 }), "Spokane"]]
    : [];
  const rows = [...madeUp, ...namesakes].map((row, place) => [`S-${1_001 + place}`, ...row]);
  const header = ["Registry ID", "First name", "Last name", "Date of birth", "City"];
  return [header, ...rows].map((row) => row.map((cell) => `"${cell}"`).join(",")).join("\r\n");
}

/** Adds the demo's registry as a platform operator does, and loads its file, in one transaction; one that is there already stays. */
export async function loadDemoRegistry(
  { tenancy, adapters, now }: { tenancy: Tenancy; adapters: Adapters; now: Date },
  plan: Pick<PlannedOrganization, "beginnings">,
): Promise<void> {
  const upload = await keep({ adapters }, "registry.csv", Buffer.from(registryFile(plan)));
  await tenancy.runShared(async (db) => {
    if ((await allRegistries(db)).some((one) => one.name === name)) return;
    const { registryId } = await addOne(db, now, { name, searchUrl });
    const { versionId } = await loadFile(
      (work) => work(db),
      { now, loadedBy: null, files: adapters.files },
      registryId,
      { asOf: dayOf(now.getTime(), "UTC"), checkOnly: false, uploads: [upload] } as never,
    );
    if (versionId === null) throw new Error("The registry of the demo wasn't loaded.");
    while (await continueLoad({ db, now }, { registryVersionId: versionId }));
  });
}

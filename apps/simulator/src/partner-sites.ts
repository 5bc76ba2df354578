import { createHash } from "node:crypto";
import type { KeptState } from "./state.ts";

/** A person as a partner's site has them; oddities may leave out or overfill anything. */
export type SitePerson = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  birthDate: string;
  phone: string;
  updated: number;
};

/** A program, or a team of it. `parentId` may lead in a circle, as it does at a site that nobody tends. */
export type SitePlace = {
  id: string;
  name: string;
  parentId: string | null;
  deleted: boolean;
  timeZone: string;
  updated: number;
};

/** What a person registered for. */
export type SiteRegistration = {
  id: string;
  personId: string;
  placeId: string;
  role: string;
  deleted: boolean;
  updated: number;
};

type Settings = {
  people: number;
  seed: string;
  /** Rows that no site should have: without names, under one id, in circles, deleted, far too long. */
  oddities: boolean;
  /** Rows that an answer holds at most. */
  page: number;
};

type Kept = {
  settings: Settings;
  people: Map<string, SitePerson>;
  places: Map<string, SitePlace>;
  registrations: Map<string, SiteRegistration>;
  /** Whom the customer told us to be cleared, by the person's id. */
  flags: Map<string, { cleared: boolean; at: string; times: number }>;
  /** Reports that were taken, by their key: a repeated one is not taken again. */
  reports: Set<string>;
  /** When the latest change was; every change is later than the one before. */
  latest: number;
};

const firstNames = ["Ava", "Noah", "Mia", "Liam", "Zoë", "Ethan", "Luna", "Mateo", "Ivy", "Owen", "Ruth", "José"];
const lastNames = ["Alvarez", "Brooks", "Chen", "Dubois", "Ellis", "Fofana", "García", "Hughes", "Ito", "Jansen"];
const teamNames = ["Red", "Blue", "Green", "Gold", "White", "Black", "Silver", "Orange", "Purple", "Navy"];
/** The moment before which nothing changed at any site: January 1, 2027. */
const beginning = Date.UTC(2027, 0, 1);
const peopleOfProgram = 500;
const longText = 1_000_000;

/**
 * A site of one partner: so many people as set, the same for the same seed. Numbers, not files, are kept until somebody changes
 * something.
 */
export class PartnerSite {
  readonly #kept: Kept;

  constructor(vendor: string, state: KeptState) {
    const settings = { people: 40, seed: vendor, oddities: false, page: 1_000 };
    this.#kept = state.part(`${vendor} site`, () => fill(settings));
  }

  get pageSize(): number {
    return this.#kept.settings.page;
  }

  /** Puts another site in this one's place. */
  reset(settings: Partial<Settings>): void {
    Object.assign(this.#kept, fill({ ...this.#kept.settings, ...settings }));
  }

  people = (): readonly SitePerson[] => [...this.#kept.people.values()];
  places = (): readonly SitePlace[] => [...this.#kept.places.values()];
  registrations = (): readonly SiteRegistration[] => [...this.#kept.registrations.values()];
  person = (id: string): SitePerson | null => this.#kept.people.get(id) ?? null;
  flags = () => this.#kept.flags;

  /** Changes a person, a place or a registration, or adds one. @returns the id */
  put(kind: "people" | "places" | "registrations", id: string, facts: object): string {
    const rows = this.#kept[kind] as Map<string, object>;
    const blank = blanks[kind];
    rows.set(id, { ...blank, ...rows.get(id), ...facts, id, updated: this.#next() });
    return id;
  }

  /**
   * Changes so many registrations and people, by turns: a new person, another role, another address, a registration more.
   *
   * @returns the ids of the registrations and people that changed.
   */
  change(count: number): { kind: "people" | "registrations"; id: string }[] {
    const { people, registrations } = this.#kept;
    const ids = [...people.keys()];
    const places = this.places().filter((one) => one.parentId !== null && !one.deleted);
    return Array.from({ length: count }, (_, at) => {
      const turn = people.size + registrations.size + at;
      const id = ids[turn % ids.length] ?? "1";
      const place = places[turn % places.length]?.id ?? "";
      if (at % 4 === 0) {
        const fresh = personAt(this.#kept.settings.seed, people.size + 1_000_000);
        this.put("people", fresh.id, fresh);
        this.put("registrations", `r${fresh.id}`, { personId: fresh.id, placeId: place, role: "Player" });
        return { kind: "registrations", id: `r${fresh.id}` };
      }
      if (at % 4 === 1)
        return { kind: "people", id: this.put("people", id, { phone: `+1555${String(turn).padStart(7, "0")}` }) };
      if (at % 4 === 2) {
        const facts = { personId: id, placeId: place, role: "Coach" };
        return { kind: "registrations", id: this.put("registrations", `r${id}-${turn}`, facts) };
      }
      return { kind: "registrations", id: this.put("registrations", `r${id}`, {}) };
    });
  }

  /** Takes whom the customer says to be cleared. @returns false where this very report was taken before. */
  report(key: string, flags: readonly { personId: string; cleared: boolean }[], at: string): boolean {
    if (this.#kept.reports.has(key)) return false;
    this.#kept.reports.add(key);
    for (const { personId, cleared } of flags) {
      const times = (this.#kept.flags.get(personId)?.times ?? 0) + 1;
      this.#kept.flags.set(personId, { cleared, at, times });
    }
    return true;
  }

  #next(): number {
    this.#kept.latest += 1;
    return this.#kept.latest;
  }
}

const blanks = {
  people: { firstName: "", lastName: "", email: "", birthDate: "", phone: "" },
  places: { name: "", parentId: null, deleted: false, timeZone: "America/Los_Angeles" },
  registrations: { personId: "", placeId: "", role: "Player", deleted: false },
};

/** A whole number below `below` that depends on the words alone. */
const pick = (below: number, ...words: (string | number)[]): number =>
  createHash("sha256").update(words.join("\n")).digest().readUInt32BE(0) % below;

function personAt(seed: string, at: number): SitePerson {
  const firstName = firstNames[pick(firstNames.length, seed, at, "first")] as string;
  const lastName = `${lastNames[pick(lastNames.length, seed, at, "last")]}-${letters(at * 7_919 + 17_576)}`;
  const year = at % 10 === 0 ? 1975 + pick(20, seed, at, "year") : 2010 + pick(8, seed, at, "year");
  const month = String(1 + pick(12, seed, at, "month")).padStart(2, "0");
  const date = String(1 + pick(28, seed, at, "day")).padStart(2, "0");
  return {
    id: String(100_000 + at),
    firstName,
    lastName,
    // A site has the parent's address for a child.
    email: `${at % 10 === 0 ? "coach" : "family"}.${at}@example.com`,
    birthDate: `${year}-${month}-${date}`,
    phone: `+1555${String(at).padStart(7, "0")}`,
    updated: 0,
  };
}

/** A number in letters, so that names differ and stay names. */
function letters(at: number): string {
  let left = at;
  let text = "";
  do {
    text = String.fromCharCode(97 + (left % 26)) + text;
    left = Math.floor(left / 26);
  } while (left > 0);
  return text[0]?.toUpperCase() + text.slice(1);
}

function fill(settings: Settings): Kept {
  const { people: count, seed } = settings;
  const people = new Map<string, SitePerson>();
  const places = new Map<string, SitePlace>();
  const registrations = new Map<string, SiteRegistration>();
  const programs = Math.max(1, Math.ceil(count / peopleOfProgram));
  const kept: Kept = {
    ...{ settings, people, places, registrations },
    ...{ flags: new Map(), reports: new Set(), latest: beginning },
  };
  const timeZone = "America/Los_Angeles";
  for (let program = 1; program <= programs; program += 1) {
    const of = { deleted: false, timeZone, updated: beginning };
    places.set(`p${program}`, { id: `p${program}`, name: `Season ${program}`, parentId: null, ...of });
    for (const [at, name] of teamNames.entries()) {
      const id = `p${program}t${at}`;
      places.set(id, { id, name: `Team ${name}`, parentId: `p${program}`, ...of });
    }
  }
  for (let at = 0; at < count; at += 1) {
    // Some share a moment, so that a page ends between rows of one time.
    const updated = beginning + Math.floor(at / 3);
    const person = { ...personAt(seed, at), updated };
    people.set(person.id, person);
    const placeId = `p${1 + (at % programs)}t${pick(teamNames.length, seed, at, "team")}`;
    const role = at % 10 === 0 ? "Coach" : "Player";
    const registration = { personId: person.id, placeId, deleted: false, updated };
    registrations.set(`r${person.id}`, { id: `r${person.id}`, role, ...registration });
    if (at % 10 === 5) {
      const other = `p${1 + ((at + 1) % programs)}t${(pick(teamNames.length, seed, at, "team") + 1) % teamNames.length}`;
      registrations.set(`s${person.id}`, { id: `s${person.id}`, role, ...registration, placeId: other });
    }
    kept.latest = Math.max(kept.latest, updated);
  }
  if (settings.oddities) addOddities(kept);
  return kept;
}

/** What a site holds that nobody tends: every row of it must be told, and none may harm another. */
function addOddities({ people, places, registrations, latest }: Kept): void {
  const updated = latest;
  const place = { deleted: false, timeZone: "America/Los_Angeles", updated };
  places.set("x1", { id: "x1", name: "Circle A", parentId: "x2", ...place });
  places.set("x2", { id: "x2", name: "Circle B", parentId: "x1", ...place });
  places.set("x3", { id: "x3", name: "Gone", parentId: "p1", ...place, deleted: true });
  places.set("x4", { id: "x4", name: "Team Far", parentId: "p1", ...place, timeZone: "Mars/Olympus_Mons" });
  const add = (id: string, facts: Partial<SitePerson>, placeId = "p1t0", more: Partial<SiteRegistration> = {}) => {
    const person = { firstName: "Odd", lastName: `Row-${id}`, email: "", birthDate: "2012-03-04", phone: "" };
    if (!people.has(id)) people.set(id, { id, ...person, ...facts, updated });
    const registration = { personId: id, placeId, role: "Player", deleted: false, updated };
    registrations.set(`o${id}`, { id: `o${id}`, ...registration, ...more });
  };
  add("900001", { firstName: "", lastName: "" });
  add("900002", { lastName: "L".repeat(longText) });
  add("900003", {}, "x1");
  add("900004", {}, "x3");
  add("900005", {}, "x4");
  add("900006", {}, "p1t0", { deleted: true });
  add("900007", { birthDate: "2012-13-45" });
  add("900008", {}, "nowhere");
  add("900009", { email: "not an address" });
}

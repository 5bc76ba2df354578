import type { Validity } from "@touchline/contract/library/content-settings";

/**
 * A requirement as a reader of the rules would keep it on paper: days as text, one list of what was submitted, and no instants
 * except the clock's. It is written independently of `packages/rules` and shares nothing with it.
 */

type Entry = {
  state: "pending" | "approved" | "reset" | "disqualified" | "withdrawn";
  /** The day it was completed on, and its order among those of the same day. */
  completedOn: string;
  completedAt: number;
  lastDay: string | null;
  /**
   * The version it was made on. Of the later versions that named a day: the earliest such day, and how many of them it has met.
   */
  version: number;
  redo: string | null;
  /** Set with the submission. */
  validUntil: string | null;
  taken: boolean;
};

const pad = (n: number) => String(n).padStart(2, "0");
const isLeap = (y: number) => (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0;
const monthLength = (y: number, m: number) =>
  [31, isLeap(y) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][m - 1] ?? 0;
const parts = (day: string) => day.split("-").map(Number) as [number, number, number];
const text = (y: number, m: number, d: number) => `${y}-${pad(m)}-${pad(d)}`;

/** Counts one day after another. */
export function daysLater(day: string, days: number): string {
  let [y, m, d] = parts(day);
  for (let left = Math.abs(days); left > 0; left -= 1) {
    if (days > 0) {
      d += 1;
      if (d > monthLength(y, m)) [m, d] = [m + 1, 1];
      if (m > 12) [y, m] = [y + 1, 1];
    } else {
      d -= 1;
      if (d < 1) m -= 1;
      if (m < 1) [y, m] = [y - 1, 12];
      if (d < 1) d = monthLength(y, m);
    }
  }
  return text(y, m, d);
}

function monthsLater(day: string, months: number): string {
  const [y, m, d] = parts(day);
  const year = y + Math.floor((m - 1 + months) / 12);
  const month = ((m - 1 + months) % 12) + 1;
  return text(year, month, Math.min(d, monthLength(year, month)));
}

export const localDay = (at: number, zone: string) =>
  new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" }).format(at);

export function lastDayOf(validity: Validity, completedOn: string, validUntil: string | null): string | null {
  if (validity.type === "None") return null;
  if (validity.type === "PerRequirement") return validUntil;
  if (validity.type === "Duration") {
    const { amount, unit } = validity;
    return unit === "days"
      ? daysLater(completedOn, amount)
      : monthsLater(completedOn, unit === "years" ? 12 * amount : amount);
  }
  const from = daysLater(completedOn, validity.earlyDays);
  const [year] = parts(from);
  const inYear = (y: number) => text(y, validity.month, Math.min(validity.day, monthLength(y, validity.month)));
  return inYear(year) > from ? inYear(year) : inYear(year + 1);
}

export class NaiveRequirement {
  entries: Entry[] = [];
  /** For each version, counted from 1: the day by which earlier completions have to be repeated. */
  versions: (string | null)[] = [null];
  /** Null if nothing requires it. */
  demand: { mandatory: boolean; dueDate: string | null } | null = { mandatory: true, dueDate: null };
  readonly validity: Validity;
  readonly zone: string;

  constructor(validity: Validity, zone: string) {
    this.validity = validity;
    this.zone = zone;
  }

  copy(): NaiveRequirement {
    const other = new NaiveRequirement(this.validity, this.zone);
    other.entries = this.entries.map((one) => ({ ...one }));
    other.versions = [...this.versions];
    other.demand = this.demand && { ...this.demand };
    return other;
  }

  /** Returns the earliest day that any version after one names. */
  namedAfter(version: number): string | null {
    let first: string | null = null;
    for (const named of this.versions.slice(version))
      if (named !== null && (first === null || named < first)) first = named;
    return first;
  }

  /** Returns the last day of a completion, from its own last day. */
  meetsVersions(one: Entry): void {
    one.redo = this.namedAfter(one.version);
    if (one.redo !== null && (one.lastDay === null || one.lastDay > one.redo)) one.lastDay = one.redo;
  }

  /** Adds a version. If it names a day, completions of earlier versions end by that day. */
  addVersion(day: string | null): void {
    this.versions.push(day);
    for (const one of this.entries) if (one.state === "approved") this.meetsVersions(one);
  }

  get pending(): Entry | undefined {
    return this.entries.find((one) => one.state === "pending");
  }

  get barred(): boolean {
    return this.entries.some((one) => one.state === "disqualified" && !one.taken);
  }

  /** Sorts papers: those that are valid forever first, then by their last day, then by the day they were completed. */
  get drawer(): Entry[] {
    const far = "9999-99-99";
    return this.entries
      .filter((one) => one.state === "approved" && !one.taken)
      .sort((a, b) => (b.lastDay ?? far).localeCompare(a.lastDay ?? far) || b.completedAt - a.completedAt);
  }

  /** Returns the paper that is valid for the longest time. */
  get counted(): Entry | undefined {
    return this.drawer[0];
  }

  /** Returns the newest paper, if an older one is valid longer. */
  get newerButShorter(): Entry | undefined {
    const [best, ...rest] = this.drawer;
    return rest
      .filter((one) => best && one.completedAt > best.completedAt)
      .sort((a, b) => b.completedAt - a.completedAt)[0];
  }

  /** Tests whether a paper can never be on top again: another one was completed later and is valid at least as long. */
  isOutdone(document: Pick<Entry, "completedAt" | "lastDay">): boolean {
    const best = this.counted;
    if (!best || best.completedAt <= document.completedAt) return false;
    return best.lastDay === null || (document.lastDay !== null && document.lastDay <= best.lastDay);
  }

  statusAt(now: number): string {
    const today = localDay(now, this.zone);
    const { counted } = this;
    if (this.barred) return "Rejected";
    if (counted && (counted.lastDay === null || today <= counted.lastDay)) {
      return counted.lastDay !== null && today >= daysLater(counted.lastDay, -29) ? "ExpiringSoon" : "Completed";
    }
    if (this.pending) return "PendingReview";
    if (counted) return "Expired";
    return this.demand?.mandatory && this.demand.dueDate !== null && today > this.demand.dueDate
      ? "Overdue"
      : "Incomplete";
  }

  /** Tests whether the member may submit something now. */
  maySubmit(now: number): boolean {
    if (this.barred || this.pending || this.demand === null) return false;
    if (this.statusAt(now) !== "Completed" || this.counted?.redo != null) return true;
    if (this.validity.type !== "Annual") return false;
    const next = lastDayOf(this.validity, localDay(now, this.zone), null);
    const present = this.counted?.lastDay ?? null;
    return next !== null && present !== null && next > present;
  }
}

import { forgetInBrowser, keepInBrowser, readInBrowser } from "./browser-storage.ts";

/** What the requirements page said of a person, as they or their guardian saw it. */
export interface SeenPerson {
  profileId: string;
  name: string;
  title: string;
  details: string[];
  /** The name of the next requirement. */
  next: string | null;
}

export interface LastSeen {
  /** When it was loaded last. */
  at: string;
  people: SeenPerson[];
}

const storageKey = "touchline.lastSeen";
/** More people than anybody looks after. */
const mostPeople = 8;

/** Returns what was seen last on this device; null if nothing was, or somebody logged out since. */
export function readLastSeen(): LastSeen | null {
  const text = readInBrowser(storageKey);
  if (text === null) return null;
  try {
    const { at, people } = JSON.parse(text) as LastSeen;
    return Array.isArray(people) && !Number.isNaN(Date.parse(at)) ? { at, people } : null;
  } catch {
    return null;
  }
}

/** Keeps what the page says of a person, for when there is no network. */
export function keepLastSeen(person: SeenPerson, now: Date): void {
  const others = (readLastSeen()?.people ?? []).filter(({ profileId }) => profileId !== person.profileId);
  const seen: LastSeen = { at: now.toISOString(), people: [person, ...others].slice(0, mostPeople) };
  keepInBrowser(storageKey, JSON.stringify(seen));
}

/** The next person at this device may be somebody else. */
export const forgetLastSeen = () => forgetInBrowser(storageKey);

import { forgetInBrowser, forgetInTab, keepInBrowser, keepInTab, readInBrowser, readInTab } from "./browser-storage.ts";
import { readClaims } from "./claims.ts";
import { readSecurity } from "./security.ts";
import { readViewAs } from "./view-as.ts";

/** What the requirements page said of a person, as they or their guardian saw it. */
export interface SeenPerson {
  profileId: string;
  name: string;
  title: string;
  details: string[];
  /** The name of the next requirement. */
  next: string | null;
  /** When it was loaded. */
  at: string;
}

interface LastSeen {
  accountId: string;
  people: SeenPerson[];
}

const storageKey = "touchline.lastSeen";
/** More people than anybody looks after. */
const mostPeople = 8;

function stored(): LastSeen | null {
  const text = readInTab(storageKey) ?? readInBrowser(storageKey);
  if (text === null) return null;
  try {
    const { accountId, people } = JSON.parse(text) as LastSeen;
    return typeof accountId === "string" && Array.isArray(people) ? { accountId, people } : null;
  } catch {
    return null;
  }
}

/** Returns who was seen last on this device; nobody if somebody logged out since. */
export const readLastSeen = (): SeenPerson[] => stored()?.people ?? [];

/**
 * Keeps what the page says of a person, for when there is no network: on this device for whoever stays logged in, else until the tab
 * is closed. Nothing is kept of somebody whom support views.
 */
export function keepLastSeen(person: Omit<SeenPerson, "at">, now: Date): void {
  const { token, remember } = readSecurity();
  const accountId = token === null ? undefined : readClaims(token)?.sub;
  if (accountId === undefined || readViewAs() !== null) return;
  const before = stored();
  const others = before?.accountId === accountId ? before.people : [];
  const people = [
    { ...person, at: now.toISOString() },
    ...others.filter(({ profileId }) => profileId !== person.profileId),
  ];
  const text = JSON.stringify({ accountId, people: people.slice(0, mostPeople) } satisfies LastSeen);
  if (remember) keepInBrowser(storageKey, text);
  else keepInTab(storageKey, text);
}

/** The next person at this device may be somebody else. */
export function forgetLastSeen(): void {
  forgetInBrowser(storageKey);
  forgetInTab(storageKey);
}

const keyOf = (profileId: string) => `touchline.levels.${profileId}`;
/** More open levels than anyone opens by hand; older ones are forgotten. */
const most = 500;

/**
 * Which levels a profile has open in the navigation, as remembered in this browser; null when nothing is.
 * Source: specification 1, section 2.
 */
export function readExpanded(storage: Pick<Storage, "getItem">, profileId: string): ReadonlySet<string> | null {
  try {
    const stored: unknown = JSON.parse(storage.getItem(keyOf(profileId)) ?? "null");
    return Array.isArray(stored) ? new Set(stored.filter((id) => typeof id === "string")) : null;
  } catch {
    return null;
  }
}

/** Remembers them; a browser that refuses to store anything is no reason to fail. */
export function writeExpanded(
  storage: Pick<Storage, "setItem">,
  profileId: string,
  expanded: ReadonlySet<string>,
): void {
  try {
    storage.setItem(keyOf(profileId), JSON.stringify([...expanded].slice(-most)));
  } catch {
    return;
  }
}

/** What people typed, as a name in an archive that opens on every system. */
export const fit = (name: string): string =>
  name
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, "_")
    .replaceAll(/^[. ]+|[. ]+$/g, "")
    .slice(0, 80) || "_";

/** The path, or the first one after it that is not taken; from now on it is. */
export function unused(taken: Set<string>, path: string): string {
  const dot = path.lastIndexOf(".");
  const cut = dot > path.lastIndexOf("/") ? dot : path.length;
  for (let n = 1; ; n += 1) {
    const one = n === 1 ? path : `${path.slice(0, cut)} (${n})${path.slice(cut)}`;
    if (taken.has(one.toLowerCase())) continue;
    taken.add(one.toLowerCase());
    return one;
  }
}

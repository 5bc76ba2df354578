const longest = 80;

/** What people typed, as a name in an archive that opens on every system. Of a long one the end that tells its kind stays. */
export const fit = (name: string): string =>
  shortened(
    name
      .toWellFormed()
      .normalize("NFC")
      .replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, "_")
      .replaceAll(/^[. ]+|[. ]+$/g, ""),
  ) || "_";

/** No letter is cut in two: half of one is written as another letter, and nothing is found by the name again. */
function shortened(name: string): string {
  if (name.length <= longest) return name;
  const ending = /\.[^. ]{1,10}$/.exec(name)?.[0] ?? "";
  const begin = name.slice(0, longest - ending.length).replace(/[\ud800-\udbff]$/, "");
  return begin.replace(/[. ]+$/, "") + ending;
}

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

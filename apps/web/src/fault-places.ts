/** The number of reported stack lines, and the characters allowed in one: those of code. */
const mostPlaces = 8;
const ofCode = /^[\w$.<>/:()[\]# -]{1,200}$/;

/** The lines of a stack, the innermost first, as `function (assets/file.js:1:2)`; without origins, queries and messages. */
export function faultPlaces(stack: string): string[] {
  return stack
    .split("\n")
    .flatMap((line) => {
      // Chromium's "    at f (https://host/a.js:1:2)", and "f@https://host/a.js:1:2" of Firefox and Safari.
      const [, named, address] =
        /^\s*at (?:(.+?) \()?([^()\s]+:\d+:\d+)\)?$/.exec(line) ?? /^([^@]*)@(\S+:\d+:\d+)$/.exec(line) ?? [];
      if (address === undefined) return [];
      const file = address.replace(/^[a-z-]+:\/\/[^/]*\//, "").replace(/\?[^:]*/, "");
      const place = named ? `${named} (${file})` : file;
      return ofCode.test(place) ? [place] : [];
    })
    .slice(0, mostPlaces);
}

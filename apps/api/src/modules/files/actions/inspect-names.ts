/** What archives may hold, whatever they are packed with. */
export const mostEntries = 1000;
export const mostUnpacked = 200 * 1024 * 1024;

const runs = /\.(exe|com|bat|cmd|scr|pif|msi|jar|js|jse|vbs|vbe|wsf|ps1|hta|lnk|dll|app|apk|sh|reg|cpl)$/i;
const packed = /\.(zip|rar|7z|tar|gz|tgz|bz2|xz|zst|cab|iso|arj|lzh|z)$/i;

export const wrong = {
  damaged: "is damaged or cut off. Pack it again and send that.",
  empty: "has nothing in it. Pack it again and send that.",
  locked: "is protected with a password. Pack it without one and send that.",
  many: `holds more than ${mostEntries} files. Send the few that are needed.`,
  large: "unpacks to far too much. Send the few files that are needed.",
  parts: "is one part of several. Pack everything into one file and send that.",
  nested: "holds another archive. Pack the files themselves and send that.",
  program: "holds a program or a script. Send the documents alone.",
  paths: "holds names that lead out of the folder it is unpacked into. Pack it again from one folder.",
  links: "holds links to other files. Pack the files themselves and send that.",
  unknown: "is packed in a way that cannot be checked. Pack it as an ordinary zip and send that.",
} as const;

/** What is wrong with where the name of an entry leads; null: nothing. */
export function wrongPath(name: string): string | null {
  const path = name.replaceAll("\\", "/");
  if (path === "" || path.includes("\0") || path.startsWith("/") || /^[A-Za-z]:/.test(path)) return wrong.paths;
  if (path.split("/").includes("..")) return wrong.paths;
  return /[\u202a-\u202e\u2066-\u2069]/.test(path) ? wrong.paths : null;
}

/** As long as a name of a zip may be; longer ones are none. */
const longestName = 65_535;

/** What is wrong with the name of an entry; null: nothing. */
export function wrongName(name: string): string | null {
  if (name.length > longestName) return wrong.damaged;
  const path = name.replaceAll("\\", "/");
  const leads = wrongPath(name);
  if (leads !== null) return leads;
  if (runs.test(path)) return wrong.program;
  return packed.test(path) ? wrong.nested : null;
}

/** Whether these first bytes are those of an archive or a program, whatever the entry is called. */
export function wrongHead(head: Buffer): string | null {
  const text = head.toString("latin1", 0, 8);
  if (text.startsWith("PK\x03\x04") || text.startsWith("Rar!") || text.startsWith("7z\xbc\xaf")) return wrong.nested;
  if (text.startsWith("\x1f\x8b") || text.startsWith("BZh") || text.startsWith("\xfd7zXZ")) return wrong.nested;
  return runsByHead(text) ? wrong.program : null;
}

/** Whether these are the first bytes of a program for some machine. */
export const runsByHead = (text: string) =>
  text.startsWith("MZ") || text.startsWith("\x7fELF") || text.startsWith("\xca\xfe\xba\xbe");

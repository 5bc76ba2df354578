/** What is wrong with an archive, as the rest of a sentence that begins with its name. */
export const wrong = {
  damaged: "is damaged or cut off. Pack it again and send that.",
  empty: "has nothing in it. Pack it again and send that.",
  locked: "is protected with a password. Pack it without one and send that.",
  many: "holds too many files. Send the few that are needed.",
  large: "unpacks to far too much. Send the few files that are needed.",
  parts: "is one part of several. Pack everything into one file and send that.",
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

/** Whether these are the first bytes of a program for some machine. */
export const runsByHead = (text: string) =>
  text.startsWith("MZ") || text.startsWith("\x7fELF") || text.startsWith("\xca\xfe\xba\xbe");

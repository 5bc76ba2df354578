/** Inserts the name of a file into the sentence about its problem. */
export const fileProblemText = (problem: string, name: string) => problem.replace("{name}", () => name);

/** The problems of an archive. */
export const wrong = {
  damaged: "“{name}” is damaged or incomplete. Zip the files again and upload that.",
  empty: "“{name}” is empty. Zip the files again and upload that.",
  locked: "“{name}” is password-protected. Remove the password and upload it again.",
  many: "“{name}” contains too many files. Upload only the ones that are needed.",
  large: "“{name}” is too large when unpacked. Upload only the files that are needed.",
  parts: "“{name}” is one part of several. Zip everything into one file and upload that.",
  paths: "“{name}” contains paths that lead outside its own folder. Zip it again from one folder.",
  links: "“{name}” contains links to other files. Zip the files themselves and upload that.",
  unknown: "“{name}” is packed in a way that can't be checked. Save it as a regular zip and upload that.",
} as const;

/** Returns the problem with the path of an entry; null: none. */
export function wrongPath(name: string): string | null {
  const path = name.replaceAll("\\", "/");
  if (path === "" || path.includes("\0") || path.startsWith("/") || /^[A-Za-z]:/.test(path)) return wrong.paths;
  if (path.split("/").includes("..")) return wrong.paths;
  return /[\u202a-\u202e\u2066-\u2069]/.test(path) ? wrong.paths : null;
}

/** Returns whether these are the first bytes of an executable. */
export const runsByHead = (text: string) =>
  text.startsWith("MZ") || text.startsWith("\x7fELF") || text.startsWith("\xca\xfe\xba\xbe");

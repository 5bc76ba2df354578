import { acceptedFileExtensions, maxFileBytes } from "@touchline/contract";
import { words } from "./words.ts";

/** The files that are accepted: file name extensions without the dot, and a size in bytes. */
export interface FileLimits {
  extensions: readonly string[];
  maxBytes: number;
}

/** The default limits. Source: specification 2, section 9. */
export const usualFileLimits: FileLimits = { extensions: acceptedFileExtensions, maxBytes: maxFileBytes };

/** Returns the extension of a file name in lower case, with `jpeg` for `jpg`. Empty if there is none. */
export function fileExtension(name: string): string {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return ending === "jpg" ? "jpeg" : ending;
}

/** Formats a size in binary megabytes or kilobytes. */
export function fileSize(bytes: number): string {
  const megabytes = bytes / 1024 / 1024;
  if (megabytes >= 1) return `${Number(megabytes.toFixed(1))} MB`;
  return `${Math.max(1, Math.round(bytes / 1024))} KB`;
}

/** Formats the accepted file types: "PDF, PNG, JPEG". */
export const extensionsText = ({ extensions }: Pick<FileLimits, "extensions">): string =>
  extensions.map((one) => one.toUpperCase()).join(", ");

/** Returns why a file can't be accepted, in a sentence, or null. The server checks again, and the content too. */
export function fileProblem(file: { name: string; size: number }, limits: FileLimits = usualFileLimits): string | null {
  if (!limits.extensions.includes(fileExtension(file.name))) {
    return words.wrongFileType({ name: file.name, types: extensionsText(limits) });
  }
  if (file.size === 0) return words.emptyFile({ name: file.name });
  if (file.size > limits.maxBytes) {
    return words.fileTooLarge({ name: file.name, size: fileSize(limits.maxBytes) });
  }
  return null;
}

/** Returns the value of a file input's `accept`. */
export function acceptAttribute(limits: FileLimits): string {
  return limits.extensions.flatMap((ending) => (ending === "jpeg" ? [".jpeg", ".jpg"] : [`.${ending}`])).join(",");
}

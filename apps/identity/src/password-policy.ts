import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const MIN_CHARACTERS = 8;
const MAX_CHARACTERS = 256;

/** Words anyone would try first here; a password must be more than one of them with a few characters around it. */
const contextWords = ["touchline", "soccer", "football", "password"];

const common = new Set(
  readFileSync(join(import.meta.dirname, "../data/common-passwords.txt"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#")),
);

const fingerprint = (password: string) => createHash("sha256").update(password).digest("hex").slice(0, 12);

/** Whether hardly anything is left of the password once the word is taken out. */
const isLittleMoreThan = (password: string, word: string) =>
  word.length >= 3 && password.includes(word) && password.replaceAll(word, "").length < 5;

/**
 * What is wrong with a new password, in words fit for the person, or null. Length and lists only, no rules of
 * composition (NIST SP 800-63B; ASVS 5.0, 6.2.1, 6.2.4, 6.2.5, 6.2.11).
 * @param email of the account; its name part counts as a word anyone would try.
 */
export function passwordProblem(password: string, email: string): string | null {
  if (!password.isWellFormed()) return "This password has characters that cannot be used.";
  const plain = password.normalize("NFKC").toLowerCase();
  if ([...plain].length < MIN_CHARACTERS) return `A password needs at least ${MIN_CHARACTERS} characters.`;
  if (password.length > MAX_CHARACTERS) return `A password can have at most ${MAX_CHARACTERS} characters.`;
  if (common.has(fingerprint(plain))) return "This password is one of the most common ones. Choose another.";
  const [name = ""] = email.toLowerCase().split("@");
  if ([...contextWords, name, email.toLowerCase()].some((word) => isLittleMoreThan(plain, word))) {
    return "This password is easy to guess. Choose another.";
  }
  return null;
}

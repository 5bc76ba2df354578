import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { judgedForm, passwordProblemOf, passwordProblems } from "@touchline/contract/accounts/passwords";

const common = new Set(
  readFileSync(join(import.meta.dirname, "../data/common-passwords.txt"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#")),
);

const fingerprint = (password: string) => createHash("sha256").update(password).digest("hex").slice(0, 12);

/**
 * Returns what is wrong with a new password, in words for the person, or null. It checks only length and lists, with no rules
 * of composition (NIST SP 800-63B; ASVS 5.0, 6.2.1, 6.2.4, 6.2.5, 6.2.11). The page knows all rules except the list.
 *
 * @param email the account's address, whose name part counts as a word that anyone would try.
 */
export function passwordProblem(password: string, email: string): string | null {
  const problem = passwordProblemOf(password, email);
  if (problem !== null && problem !== "guessable") return passwordProblems[problem];
  if (common.has(fingerprint(judgedForm(password)))) return passwordProblems.common;
  return problem && passwordProblems[problem];
}

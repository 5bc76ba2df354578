/**
 * Checks of a new password before it is sent: its length, and obvious guesses. The list of common passwords stays with the
 * identity service, which decides. No composition rules (NIST SP 800-63B).
 */
export const passwordLength = { least: 8, most: 256 } as const;

/** Words anyone would try first here; a password must be more than one of them with a few characters around it. */
const contextWords = ["touchline", "soccer", "football", "password"];

/** Sequences of keys and letters that people type in order. */
const runs = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qwertzuiop",
  "azertyuiop",
  "1qaz2wsx3edc4rfv5tgb",
];

/** Returns a password in the form in which it is judged: as hashed, in lower case. */
export const judgedForm = (password: string) => password.normalize("NFKC").toLowerCase();

/** Returns whether hardly anything is left of the password without the word. */
const isLittleMoreThan = (password: string, word: string) =>
  word.length >= 3 && password.includes(word) && password.replaceAll(word, "").length < 5;

/** Returns whether it is a short piece repeated, or little more than a sequence on the keyboard or in the alphabet. */
function isMonotonous(password: string): boolean {
  for (let size = 1; size <= 3; size++) {
    const piece = password.slice(0, size);
    if (piece.repeat(Math.ceil(password.length / size)).startsWith(password)) return true;
  }
  const backwards = [...password].reverse().join("");
  return runs.some((run) => [password, backwards].some((one) => isLittleMoreThan(one, longestCommon(one, run))));
}

/** Returns the longest piece of a sequence in the password, of at least 5 characters. */
function longestCommon(password: string, run: string): string {
  let longest = "";
  for (let from = 0; from < run.length; from++) {
    for (let to = run.length; to - from > Math.max(4, longest.length); to--) {
      const piece = run.slice(from, to);
      if (password.includes(piece)) longest = piece;
    }
  }
  return longest;
}

/** Why a new password is refused; `common` is found by the identity service. */
export type PasswordProblem = "empty" | "unusable" | "short" | "long" | "guessable" | "common";

/** The sentence for each problem. */
export const passwordProblems: Record<PasswordProblem, string> = {
  empty: "Choose a password.",
  unusable: "This password has characters that can't be used.",
  short: `A password needs at least ${passwordLength.least} characters.`,
  long: `A password can have at most ${passwordLength.most} characters.`,
  guessable: "This password is easy to guess. Choose another.",
  common: "This password is too common. Choose another.",
};

/**
 * Finds problems of a new password that don't need a list.
 *
 * @param email the account's address; its name part counts as an obvious guess.
 */
export function passwordProblemOf(password: string, email: string): Exclude<PasswordProblem, "common"> | null {
  if (password === "") return "empty";
  if (!password.isWellFormed() || password.includes("\0")) return "unusable";
  const plain = judgedForm(password);
  if ([...plain].length < passwordLength.least) return "short";
  if (password.length > passwordLength.most) return "long";
  const [name = ""] = email.toLowerCase().split("@");
  const words = [...contextWords, name, email.toLowerCase()];
  return isMonotonous(plain) || words.some((word) => isLittleMoreThan(plain, word)) ? "guessable" : null;
}

/** Rates how well a valid password resists guessing, by its length and its number of different characters. */
export function passwordStrength(password: string): "fair" | "good" | "strong" {
  const length = [...password].length;
  const different = new Set(judgedForm(password)).size;
  if (length >= 16 && different >= 8) return "strong";
  return length >= 12 && different >= 6 ? "good" : "fair";
}

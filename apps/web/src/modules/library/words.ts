/** A type within a sentence: "waiver", but "U.S. Soccer licence". */
export function inSentence(type: string): string {
  return /^[A-Z][a-z]/.test(type) ? type.charAt(0).toLowerCase() + type.slice(1) : type;
}

/** The number by which U.S. Soccer knows a person. Without the calendar, so that a page may use it alone. */

const ussfDigits = 16;

/** A U.S. Soccer ID as it is kept: 16 digits. Spaces and dashes are how people write it; null when it is none. */
export function ussfIdOf(written: string): string | null {
  const id = written.normalize("NFKC").replaceAll(/[\s\p{Dash_Punctuation}]/gu, "");
  return new RegExp(`^[0-9]{${ussfDigits}}$`).test(id) ? id : null;
}

/** Writes the id as people read it: in fours. */
export const ussfIdText = (id: string) => id.replaceAll(/(\d{4})(?=\d)/g, "$1 ");

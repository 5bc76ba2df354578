/** The ID by which U.S. Soccer knows a person. It doesn't import the calendar, so a page can use it alone. */

const ussfDigits = 16;

/** Parses a U.S. Soccer ID: 16 digits, without the spaces and dashes that people type. Null if it isn't one. */
export function ussfIdOf(written: string): string | null {
  const id = written.normalize("NFKC").replaceAll(/[\s\p{Dash_Punctuation}]/gu, "");
  return new RegExp(`^[0-9]{${ussfDigits}}$`).test(id) ? id : null;
}

/** Formats the ID in groups of four digits. */
export const ussfIdText = (id: string) => id.replaceAll(/(\d{4})(?=\d)/g, "$1 ");

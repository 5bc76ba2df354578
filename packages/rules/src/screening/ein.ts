/**
 * Employer Identification Numbers. The first two digits name the IRS campus that assigned them; other prefixes don't
 * exist.
 * Source: irs.gov, "How EINs are assigned and valid EIN prefixes".
 */
const neverAssigned: ReadonlySet<string> = new Set("00 07 08 09 17 18 19 28 29 49 69 70 78 79 89 96 97".split(" "));

const isSocialSecurityNumber = (text: string) => /^\d{3}[-\s]\d{2}[-\s]\d{4}$/.test(text.trim());

/** Formats nine digits as the IRS does, 91-1234567. Any other text stays unchanged. */
export function writtenEin(text: string): string {
  const digits = text.replaceAll(/[\s-]/g, "");
  return /^\d{9}$/.test(digits) && !isSocialSecurityNumber(text)
    ? `${digits.slice(0, 2)}-${digits.slice(2)}`
    : text.trim();
}

/** Returns an error sentence for an invalid EIN; null if it can be one. */
export function einProblem(text: string): string | null {
  const ein = writtenEin(text);
  if (ein === "") return "Enter the EIN.";
  if (isSocialSecurityNumber(ein)) return "This looks like a Social Security number. Enter the organization's EIN.";
  if (!/^\d{2}-\d{7}$/.test(ein)) return "Enter nine digits, such as 91-1234567.";
  if (neverAssigned.has(ein.slice(0, 2)) || /^(\d)\1-\1{7}$/.test(ein)) {
    return "The IRS doesn't assign EINs that begin like this. Check the number.";
  }
  return null;
}

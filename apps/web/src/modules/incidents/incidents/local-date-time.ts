/** Converts an instant for a date and time field, in the reader's own time zone. */
export function toField(instant: string | null): string {
  if (instant === null) return "";
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The instant of a filled-in field; null while it is empty or half filled. */
export function ofField(value: string): string | null {
  const at = new Date(value);
  return !/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) || Number.isNaN(at.getTime()) ? null : at.toISOString();
}

import type { RegistryField } from "@touchline/contract/screening/registry";

/** A column of a registry file with its meaning; null: shown to reviewers under its own heading. */
export interface RegistryColumn {
  heading: string;
  field: RegistryField | null;
}

/** Changes the meaning of a column. Only other names may be in several columns; any other meaning moves here. */
export function withField(
  columns: readonly RegistryColumn[],
  heading: string,
  field: RegistryField | null,
): RegistryColumn[] {
  const moves = field !== null && field !== "aliases";
  return columns.map((column) => {
    if (column.heading === heading) return { heading, field };
    return moves && column.field === field ? { heading: column.heading, field: null } : column;
  });
}

/** The columns as the call to load a file takes them: JSON, by heading. */
export const columnsText = (columns: readonly RegistryColumn[]): string =>
  JSON.stringify(Object.fromEntries(columns.map(({ heading, field }) => [heading, field])));

/** Whether two lists take every column for the same. */
export const sameColumns = (one: readonly RegistryColumn[], other: readonly RegistryColumn[]): boolean =>
  columnsText(one) === columnsText(other);

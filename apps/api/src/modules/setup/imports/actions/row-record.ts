import { type RosterMapping, rosterLimits } from "@touchline/contract/setup/imports";
import { meantCells, type ReadRow, type RowCells } from "@touchline/rules";
import { type SourceRow, withoutInvalidCharacters } from "./read.ts";

/** Stores the cells of a row that needs or needed fixing, if they have a meaning and can be stored. */
export function faultyCells(read: ReadRow, { fixed, ...raw }: SourceRow, mapping: RosterMapping): RowCells | null {
  if (read.wrong === null && fixed === undefined) return null;
  const cells = Object.entries(meantCells(raw, mapping));
  return Object.fromEntries(
    cells.map(([field, text]) => [field, withoutInvalidCharacters(text.slice(0, rosterLimits.cell))]),
  );
}

/** Returns the row as it is stored: text that can't be stored was refused, so it isn't shown either. */
export function kept(row: ReadRow) {
  const { number, firstName, lastName, email, address, level, label, minor, levelId, labelId } = row;
  return {
    number,
    firstName: firstName.slice(0, 200),
    lastName: lastName.slice(0, 200),
    email,
    address: address.slice(0, 300),
    dateOfBirth: row.dateOfBirth,
    phone: row.phone,
    levelWord: level,
    labelWord: label,
    minor,
    levelId,
    newLevel: row.newLevel,
    labelId,
  };
}

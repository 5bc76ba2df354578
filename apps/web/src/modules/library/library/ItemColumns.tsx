import { type RequirementType, requirementTypeLabels } from "@touchline/contract";
import type { Column } from "@touchline/ui";
import classes from "./Library.module.css";
import { words } from "./words.ts";

/** The columns that every library list has. */
interface Item {
  name: string;
  description: string;
  type: RequirementType;
}

export const nameColumn: Column<Item, never> = {
  key: "name",
  header: words.requirement,
  cell: (row) => (
    <>
      {row.name}
      {row.description !== "" && <span className={classes.about}>{row.description}</span>}
    </>
  ),
};

export const typeColumn: Column<Item, never> = {
  key: "type",
  header: words.type,
  card: "words",
  cell: (row) => requirementTypeLabels[row.type],
};

/** Those in which every word is found: in the name, the description or the type. */
export function itemsWith<One extends Item>(items: readonly One[], search: string): One[] {
  const texts = search.toLocaleLowerCase().split(/\s+/);
  return items.filter(({ name, description, type }) => {
    const searchText = `${name} ${description} ${requirementTypeLabels[type]}`.toLocaleLowerCase();
    return texts.every((word) => searchText.includes(word));
  });
}

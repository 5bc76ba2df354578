import { foldedName } from "@touchline/rules";

export { foldedName } from "@touchline/rules";

/** How a person's name sorts: last name first. Compared by code points (C collation), so that every server agrees. */
export const sortNameOf = (firstName: string, lastName: string) => foldedName(`${lastName}, ${firstName}`);

/** Without accents, in lower case: what names are compared by. */
export function foldedName(name: string): string {
  return name
    .normalize("NFKD")
    .replaceAll(/\p{Mark}+/gu, "")
    .toLowerCase();
}

/** How a person's name sorts: last name first. Compared by code points (C collation), so that every server agrees. */
export const sortNameOf = (firstName: string, lastName: string) => foldedName(`${lastName}, ${firstName}`);

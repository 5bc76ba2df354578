/** Every text of these pages, in complete sentences. */
export const words = {
  anyone: "Anyone",
  chosenPerson: "Selected person",
  personAt: ({ name, role, level }: { name: string; role: string; level: string }) => `${name}, ${role} at ${level}`,
  noOneFound: "No one found",
  typeMore: "Type at least two letters",
};

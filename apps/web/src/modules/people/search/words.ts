/** Every text of these pages, in complete sentences. */
export const words = {
  anybody: "Anybody",
  personAt: ({ fullName, labelName, levelName }: { fullName: string; labelName: string; levelName: string }) =>
    `${fullName}, ${labelName} at ${levelName}`,
  chosen: "Chosen",
  noOneFound: "No one found",
  typeAtLeastTwoLetters: "Type at least two letters",
};

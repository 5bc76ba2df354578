/** The texts about a person's other names. */
export const words = {
  title: "Other names",
  about:
    "Add names that you have or had: a maiden name, a former name, or an alias. We search registries for them and may send them to the background check provider. Reviewers see them.",
  add: "Add other name",
  edit: "Edit other names",
  name: ({ number }: { number: number }) => `Other name ${number}`,
  firstName: "First name",
  lastName: "Last name",
  missing: "Enter both names, or clear both.",
  removeHelp: "To remove a name, clear both fields.",
  addAnother: "Add another name",
  save: "Save names",
  cancel: "Cancel",
  saved: "Other names saved.",
};

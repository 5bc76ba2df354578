import { type JoiningChild, nobody, type Who } from "./WhoJoins.tsx";

/** All that is typed to join by a link, but for the password. */
export const typedNothing = {
  email: "",
  who: "me" as string,
  firstName: "",
  lastName: "",
  childFirstName: "",
  childLastName: "",
  childDateOfBirth: "",
};
export type Typed = typeof typedNothing;

export function joiningOf(typed: Typed): { who: Who; child: JoiningChild } {
  return {
    who: typed.who === "child" ? "child" : "me",
    child: {
      ...nobody,
      firstName: typed.childFirstName,
      lastName: typed.childLastName,
      dateOfBirth: typed.childDateOfBirth,
    },
  };
}

export const typedChild = ({ firstName, lastName, dateOfBirth }: JoiningChild) => ({
  childFirstName: firstName,
  childLastName: lastName,
  childDateOfBirth: dateOfBirth,
});

import { Choices, DateInput, TextInput } from "@touchline/ui";
import type { FieldErrors } from "../../../form-errors.ts";
import classes from "./Signup.module.css";
import { words } from "./words.ts";

export const nobody = { firstName: "", lastName: "", dateOfBirth: "" };
export type JoiningChild = typeof nobody;
export type Who = "me" | "child";

interface WhoJoinsProps {
  who: Who;
  onWho: (who: Who) => void;
  child: JoiningChild;
  onChild: (child: JoiningChild) => void;
  errors: FieldErrors;
}

/** Whether the person becomes a member, or a child they act for; and of a child who that is. */
export function WhoJoins({ who, onWho, child, onChild, errors }: WhoJoinsProps) {
  const set = (change: Partial<JoiningChild>) => onChild({ ...child, ...change });
  return (
    <>
      <Choices
        label={words.whoIsJoining}
        compact
        choices={[
          { value: "me", label: words.me },
          {
            value: "child",
            label: words.myChild,
            note: words.childHelp,
          },
        ]}
        value={who}
        onChange={onWho}
      />
      {who === "child" && (
        <>
          <div className={classes.pair}>
            <TextInput
              label={words.childFirstName}
              maxLength={100}
              value={child.firstName}
              onChange={(event) => set({ firstName: event.currentTarget.value })}
              error={errors["child.firstName"]}
            />
            <TextInput
              label={words.childLastName}
              maxLength={100}
              value={child.lastName}
              onChange={(event) => set({ lastName: event.currentTarget.value })}
              error={errors["child.lastName"]}
            />
          </div>
          <DateInput
            label={words.childBirthDate}
            value={child.dateOfBirth}
            onChange={(event) => set({ dateOfBirth: event.currentTarget.value })}
            error={errors["child.dateOfBirth"]}
          />
        </>
      )}
    </>
  );
}

/** Returns what is missing about a child, before anything is sent. */
export function childProblems(who: Who, child: JoiningChild): FieldErrors {
  if (who === "me") return {};
  return {
    ...(child.firstName.trim() === "" && { "child.firstName": words.childFirstNameMissing }),
    ...(child.lastName.trim() === "" && { "child.lastName": words.childLastNameMissing }),
    ...(child.dateOfBirth === "" && { "child.dateOfBirth": words.childBirthDateMissing }),
  };
}

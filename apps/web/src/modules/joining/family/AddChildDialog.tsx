import { useMutation, useQueryClient } from "@tanstack/react-query";
import { addChild } from "@touchline/contract/joining/families";
import { DateInput, Select, TextInput, useNotify } from "@touchline/ui";
import { useState } from "react";
import { problemsOf } from "../../../form-errors.ts";
import { FormDialog } from "../../../parts/FormDialog.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import classes from "./Family.module.css";
import { add, type Family, refreshFamily } from "./queries.ts";
import { words } from "./words.ts";

const keyOf = (place: Pick<Family["places"][number], "levelId" | "labelId">) => `${place.levelId} ${place.labelId}`;

/** Adds a child to the family; its requirements appear on its card at once. */
export function AddChildDialog({ places, onClose }: { places: Family["places"]; onClose: () => void }) {
  const { lastName } = useActiveProfile();
  const empty = { firstName: "", lastName, dateOfBirth: "" };
  const [child, setChild] = useState(empty);
  const [place, setPlace] = useState<string | null>(places.length === 1 && places[0] ? keyOf(places[0]) : null);
  const queryClient = useQueryClient();
  const notify = useNotify();
  const adding = useMutation({
    mutationFn: add,
    onSuccess: async () => {
      await refreshFamily(queryClient);
      notify("done", words.childAdded({ firstName: child.firstName }));
      onClose();
    },
  });
  const set = (change: Partial<typeof empty>) => setChild({ ...child, ...change });
  const chosen = places.find((one) => keyOf(one) === place);
  return (
    <FormDialog
      title={words.addChild}
      label={words.addChild}
      refused={words.notAdded}
      draft={{ ...child, levelId: chosen?.levelId ?? "", labelId: chosen?.labelId ?? "" }}
      problems={(body) => {
        const found = problemsOf(addChild.body, body);
        return (
          found && {
            ...found,
            ...(found.firstName && child.firstName.trim() === "" && { firstName: words.firstNameMissing }),
            ...(found.lastName && child.lastName.trim() === "" && { lastName: words.lastNameMissing }),
            ...(found.dateOfBirth && { dateOfBirth: words.birthDateMissing }),
            ...(chosen ? {} : { place: words.placeMissing }),
          }
        );
      }}
      sending={adding}
      onSend={adding.mutate}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextInput
            label={words.firstName}
            data-autofocus
            maxLength={100}
            value={child.firstName}
            onChange={(event) => set({ firstName: event.target.value })}
            error={errors.firstName}
          />
          <TextInput
            label={words.lastName}
            maxLength={100}
            value={child.lastName}
            onChange={(event) => set({ lastName: event.target.value })}
            error={errors.lastName}
          />
          <DateInput
            label={words.dateOfBirth}
            description={words.birthDateHelp}
            value={child.dateOfBirth}
            onChange={(event) => set({ dateOfBirth: event.target.value })}
            error={errors.dateOfBirth}
          />
          {places.length === 1 && places[0] ? (
            <p className={classes.quiet}>
              {words.joinsAs({ labelName: places[0].labelName, levelName: places[0].levelName })}
            </p>
          ) : (
            <Select
              label={words.place}
              placeholder={words.choosePlace}
              searchable={places.length > 10}
              allowDeselect={false}
              data={places.map((one) => ({
                value: keyOf(one),
                label: words.labelAtLevel({ labelName: one.labelName, levelName: one.levelName }),
              }))}
              value={place}
              onChange={setPlace}
              error={errors.place}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

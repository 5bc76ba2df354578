import { useMutation, useQueryClient } from "@tanstack/react-query";
import { addChild } from "@touchline/contract/joining/families";
import { DateInput, Select, TextInput, useNotify } from "@touchline/ui";
import { useState } from "react";
import { problemsOf } from "../../../form-errors.ts";
import { FormDialog } from "../../../parts/FormDialog.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import classes from "./Family.module.css";
import { add, type Family, refreshFamily } from "./queries.ts";

const keyOf = (place: Pick<Family["places"][number], "levelId" | "labelId">) => `${place.levelId} ${place.labelId}`;

/** Adds a child where the family is; what it owes there shows on its card at once. */
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
      notify("done", `${child.firstName} was added. The card says what is next.`);
      onClose();
    },
  });
  const set = (change: Partial<typeof empty>) => setChild({ ...child, ...change });
  const chosen = places.find((one) => keyOf(one) === place);
  return (
    <FormDialog
      title="Add a child"
      label="Add child"
      refused="Not added"
      draft={{ ...child, levelId: chosen?.levelId ?? "", labelId: chosen?.labelId ?? "" }}
      problems={(body) => {
        const found = problemsOf(addChild.body, body);
        return (
          found && {
            ...found,
            ...(found.dateOfBirth && { dateOfBirth: "Give the date of birth." }),
            ...(chosen ? {} : { place: "Choose where." }),
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
            label="First name"
            data-autofocus
            maxLength={100}
            value={child.firstName}
            onChange={(event) => set({ firstName: event.target.value })}
            error={errors.firstName}
          />
          <TextInput
            label="Last name"
            maxLength={100}
            value={child.lastName}
            onChange={(event) => set({ lastName: event.target.value })}
            error={errors.lastName}
          />
          <DateInput
            label="Date of birth"
            description="As it stands in the passport or birth certificate."
            value={child.dateOfBirth}
            onChange={(event) => set({ dateOfBirth: event.target.value })}
            error={errors.dateOfBirth}
          />
          {places.length === 1 && places[0] ? (
            <p className={classes.quiet}>
              Joins as {places[0].labelName} at {places[0].levelName}.
            </p>
          ) : (
            <Select
              label="Where"
              placeholder="Choose where"
              searchable={places.length > 10}
              allowDeselect={false}
              data={places.map((one) => ({ value: keyOf(one), label: `${one.labelName} at ${one.levelName}` }))}
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

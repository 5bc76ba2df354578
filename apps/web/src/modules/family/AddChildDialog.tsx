import { useMutation, useQueryClient } from "@tanstack/react-query";
import { addChild } from "@touchline/contract/families";
import { Button, DateInput, Dialog, Notice, Select, TextInput, useNotify } from "@touchline/ui";
import { type FormEvent, useId, useRef, useState } from "react";
import { type FieldErrors, focusFirstError, noErrors, problemsOf, refusedFields } from "../../formErrors.ts";
import { useActiveProfile } from "../../session/useActiveProfile.ts";
import classes from "./Family.module.css";
import { add, type Family, refreshFamily } from "./queries.ts";

const keyOf = (place: Pick<Family["places"][number], "levelId" | "labelId">) => `${place.levelId} ${place.labelId}`;

/** Adds a child where the family is; what it owes there shows on its card at once. */
export function AddChildDialog({ places, onClose }: { places: Family["places"]; onClose: () => void }) {
  const { lastName } = useActiveProfile();
  const empty = { firstName: "", lastName, dateOfBirth: "" };
  const [child, setChild] = useState(empty);
  const [place, setPlace] = useState<string | null>(places.length === 1 && places[0] ? keyOf(places[0]) : null);
  const [errors, setErrors] = useState<FieldErrors>(noErrors);
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const fail = (found: FieldErrors) => {
    setErrors(found);
    focusFirstError(form.current);
  };
  const adding = useMutation({
    mutationFn: add,
    onSuccess: async () => {
      await refreshFamily(queryClient);
      notify("done", `${child.firstName} was added. The card says what is next.`);
      onClose();
    },
    onError: (error) => fail(refusedFields(error) ?? noErrors),
  });
  const set = (change: Partial<typeof empty>) => {
    setChild({ ...child, ...change });
    setErrors(noErrors);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (adding.isPending) return;
    const chosen = places.find((one) => keyOf(one) === place);
    const body = { ...child, levelId: chosen?.levelId ?? "", labelId: chosen?.labelId ?? "" };
    const found = problemsOf(addChild.body, body);
    if (!found) return adding.mutate(body);
    fail({
      ...found,
      ...(found.dateOfBirth && { dateOfBirth: "Give the date of birth." }),
      ...(chosen ? {} : { place: "Choose where." }),
    });
  };
  const general = adding.error && !refusedFields(adding.error) ? adding.error.message : null;
  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnBackdrop={child.firstName === "" && child.dateOfBirth === ""}
      title="Add a child"
      footer={
        <>
          <Button variant="secondary" label="Cancel" onClick={onClose} />
          <Button type="submit" form={formId} label="Add child" loading={adding.isPending} />
        </>
      }
    >
      <form id={formId} ref={form} className={classes.form} onSubmit={submit} noValidate>
        {general && (
          <Notice tone="stop" title="Not added">
            {general}
          </Notice>
        )}
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
            onChange={(chosen) => {
              setPlace(chosen);
              setErrors(noErrors);
            }}
            error={errors.place}
          />
        )}
      </form>
    </Dialog>
  );
}

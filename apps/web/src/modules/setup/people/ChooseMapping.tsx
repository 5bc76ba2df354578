import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Notice, Panel, Select, TextInput, useNotify } from "@touchline/ui";
import { type FormEvent, useState } from "react";
import { messageOf } from "../../../ErrorScreens.tsx";
import classes from "./Duplicates.module.css";
import { fittedMapping, keepMapping, type Mapping, type RosterImport, savedMappingsQuery } from "./queries.ts";
import { words } from "./words.ts";

/** Applies a saved mapping to this file, or saves the current one for other files. */
export function ChooseMapping({ roster, onChoose }: { roster: RosterImport; onChoose: (mapping: Mapping) => void }) {
  const { data: saved } = useQuery(savedMappingsQuery);
  const [name, setName] = useState("");
  const queryClient = useQueryClient();
  const notify = useNotify();
  const choosing = useMutation({
    mutationFn: (mappingId: string) => fittedMapping(roster.rosterImportId, mappingId),
    onSuccess: onChoose,
  });
  const keeping = useMutation({
    mutationFn: () => keepMapping(roster.rosterImportId, name.trim()),
    onSuccess: async (kept) => {
      notify("done", words.mappingSaved({ name: kept.name }));
      setName("");
      await queryClient.invalidateQueries({ queryKey: savedMappingsQuery.queryKey });
    },
  });
  const keep = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== "") keeping.mutate();
  };
  return (
    <Panel title={words.savedMappings}>
      <div className={classes.two}>
        <Select
          label={words.useMapping}
          description={words.useMappingHint}
          placeholder={saved?.length ? words.chooseMapping : words.noMappings}
          disabled={!saved?.length || choosing.isPending}
          data={(saved ?? []).map((one) => ({ value: one.rosterMappingId, label: one.name }))}
          value={null}
          onChange={(mappingId) => mappingId !== null && choosing.mutate(mappingId)}
        />
        <form onSubmit={keep} className={classes.form} noValidate>
          <TextInput
            label={words.mappingName}
            description={words.mappingNameHint}
            maxLength={60}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              keeping.reset();
            }}
            error={keeping.error ? messageOf(keeping.error) : undefined}
          />
          <div>
            <Button
              type="submit"
              small
              variant="secondary"
              label={words.saveMapping}
              disabled={name.trim() === ""}
              loading={keeping.isPending}
            />
          </div>
        </form>
      </div>
      {choosing.error && <Notice tone="stop">{messageOf(choosing.error)}</Notice>}
    </Panel>
  );
}

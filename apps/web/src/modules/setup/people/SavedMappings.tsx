import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Dialog, Notice, Panel, TextInput, useNotify } from "@touchline/ui";
import { type FormEvent, useId, useState } from "react";
import { dayOfInstant } from "../../../dates.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import classes from "./Duplicates.module.css";
import { dropMapping, renameMapping, type SavedMapping, savedMappingsQuery } from "./queries.ts";
import { words } from "./words.ts";

/** Lists the organization's saved mappings, which can be renamed and deleted. */
export function SavedMappings() {
  const { organization } = useActiveProfile();
  const { data } = useQuery(savedMappingsQuery);
  const [open, setOpen] = useState<{ mapping: SavedMapping; act: "rename" | "delete" } | null>(null);
  if (!data || data.length === 0) return null;
  return (
    <Panel title={words.savedMappings}>
      <ul className={classes.plain}>
        {data.map((mapping) => (
          <li key={mapping.rosterMappingId} className={classes.row}>
            <span className={classes.who}>
              {mapping.name}
              <span className={classes.quiet}>
                {words.savedOn({
                  date: dayOfInstant(mapping.createdAt, organization.timeZone),
                  name: mapping.createdBy,
                })}
              </span>
            </span>
            <span className={classes.acts}>
              <Button
                small
                variant="quaternary"
                label={words.rename}
                aria-label={words.renameNamed({ name: mapping.name })}
                onClick={() => setOpen({ mapping, act: "rename" })}
              />
              <Button
                small
                danger
                variant="quaternary"
                label={words.delete}
                aria-label={words.deleteNamed({ name: mapping.name })}
                onClick={() => setOpen({ mapping, act: "delete" })}
              />
            </span>
          </li>
        ))}
      </ul>
      {open && <MappingDialog {...open} onClose={() => setOpen(null)} />}
    </Panel>
  );
}

interface MappingDialogProps {
  mapping: SavedMapping;
  act: "rename" | "delete";
  onClose: () => void;
}

function MappingDialog({ mapping, act, onClose }: MappingDialogProps) {
  const [name, setName] = useState(mapping.name);
  const formId = useId();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const id = mapping.rosterMappingId;
  const acting = useMutation({
    mutationFn: async () => void (await (act === "rename" ? renameMapping(id, name.trim()) : dropMapping(id))),
    onSuccess: async () => {
      notify("done", act === "rename" ? words.mappingRenamed : words.mappingDeleted);
      await queryClient.invalidateQueries({ queryKey: savedMappingsQuery.queryKey });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (act === "delete" || name.trim() !== "") acting.mutate();
  };
  const problem = acting.error ? messageOf(acting.error) : undefined;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={act === "rename" ? words.renameMapping : words.deleteMappingTitle({ name: mapping.name })}
      footer={
        <>
          <Button variant="secondary" label={words.keepMapping} onClick={onClose} />
          <Button
            type="submit"
            form={formId}
            danger={act === "delete"}
            label={act === "rename" ? words.rename : words.deleteMapping}
            loading={acting.isPending}
          />
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        {act === "rename" ? (
          <TextInput
            label={words.name}
            data-autofocus
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={problem}
          />
        ) : (
          <>
            {problem && <Notice tone="stop">{problem}</Notice>}
            <p>{words.deleteMappingHint}</p>
          </>
        )}
      </form>
    </Dialog>
  );
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { changeLevel } from "@touchline/contract/setup/levels";
import { TextInput, useNotify } from "@touchline/ui";
import { useId, useMemo, useState } from "react";
import { problemsOf } from "../../../form-errors.ts";
import type { ListedLevel } from "../../../levels/tree.ts";
import { FormDialog } from "../../../parts/FormDialog.tsx";
import { add, change, showTreeAnew } from "./queries.ts";
import { kindsInUse } from "./rows.ts";
import { words } from "./words.ts";

interface EditDialogProps {
  level: ListedLevel;
  levels: readonly ListedLevel[];
  /** A level is added below this one; else it is this one that gets another name or kind. */
  adds: boolean;
  onAdded: (levelId: string) => void;
  onClose: () => void;
}

/** Name and kind of a level. */
export function EditDialog({ level, levels, adds, onAdded, onClose }: EditDialogProps) {
  const kinds = useMemo(
    () => kindsInUse(levels, adds ? level.depth + 1 : level.depth).slice(0, 20),
    [levels, level, adds],
  );
  const [name, setName] = useState(adds ? "" : level.name);
  const below = levels.some((one) => one.parentId === level.levelId);
  const [kind, setKind] = useState(adds ? (below && kinds[0]) || "" : level.kind);
  const kindsId = useId();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const saving = useMutation({
    mutationFn: (body: { name: string; kind: string }) =>
      adds ? add({ parentId: level.levelId, ...body }) : change(level.levelId, body),
    onSuccess: async (saved) => {
      await showTreeAnew(queryClient);
      notify("done", adds ? words.added({ name: saved.name, parent: level.name }) : words.saved({ name: saved.name }));
      if (adds) onAdded(saved.levelId);
      else onClose();
    },
  });
  return (
    <FormDialog
      title={adds ? words.addTitle({ name: level.name }) : words.renameTitle({ name: level.name })}
      label={adds ? words.addLevel : words.save}
      refused={adds ? words.notAdded : words.notSaved}
      draft={{ name, kind }}
      problems={(body) => problemsOf(changeLevel.body, body)}
      sending={saving}
      onSend={saving.mutate}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextInput
            label={words.name}
            data-autofocus
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={errors.name}
          />
          <TextInput
            label={words.kind}
            description={words.kindHint}
            maxLength={40}
            list={kindsId}
            value={kind}
            onChange={(event) => setKind(event.target.value)}
            error={errors.kind}
          />
          <datalist id={kindsId}>
            {kinds.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </>
      )}
    </FormDialog>
  );
}

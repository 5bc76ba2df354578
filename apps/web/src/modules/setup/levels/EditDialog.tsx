import { useMutation, useQueryClient } from "@tanstack/react-query";
import { changeLevel } from "@touchline/contract/setup/levels";
import { useNotify } from "@touchline/ui";
import { useMemo, useState } from "react";
import { problemsOf } from "../../../form-errors.ts";
import { LevelKindInput, LevelNameInput } from "../../../levels/LevelFields.tsx";
import type { ListedLevel } from "../../../levels/tree.ts";
import { FormDialog } from "../../../parts/FormDialog.tsx";
import { add, change, showTreeAnew } from "./queries.ts";
import { kindsInUse } from "./rows.ts";
import { words } from "./words.ts";

interface EditDialogProps {
  level: ListedLevel;
  levels: readonly ListedLevel[];
  /** Whether a level is added below this one. Otherwise this one is edited. */
  adds: boolean;
  onAdded: (levelId: string) => void;
  onClose: () => void;
}

/** Edits the name and kind of a level. */
export function EditDialog({ level, levels, adds, onAdded, onClose }: EditDialogProps) {
  const kinds = useMemo(() => kindsInUse(levels, adds ? level.depth + 1 : level.depth), [levels, level, adds]);
  const [name, setName] = useState(adds ? "" : level.name);
  const below = levels.some((one) => one.parentId === level.levelId);
  const [kind, setKind] = useState(adds ? (below && kinds[0]) || "" : level.kind);
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
          <LevelNameInput label={words.name} value={name} error={errors.name} onChange={setName} />
          <LevelKindInput
            label={words.kind}
            hint={words.kindHint}
            kinds={kinds}
            value={kind}
            error={errors.kind}
            onChange={setKind}
          />
        </>
      )}
    </FormDialog>
  );
}

import { rosterMapping } from "@touchline/contract/setup/imports";
import { useMemo, useState } from "react";
import { problemsOf } from "../../../form-errors.ts";
import { LevelKindInput, LevelNameInput } from "../../../levels/LevelFields.tsx";
import { LevelSelect } from "../../../levels/LevelSelect.tsx";
import type { ListedLevel } from "../../../levels/tree.ts";
import { FormDialog } from "../../../parts/FormDialog.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { kindsInUse, reachOf } from "../levels/rows.ts";
import type { RosterImport } from "./queries.ts";
import { words } from "./words.ts";

export interface EnteredLevel {
  parentId: string;
  name: string;
  kind: string;
}

interface NewLevelDialogProps {
  unknown: RosterImport["unknownLevels"][number];
  levels: readonly ListedLevel[];
  onCreate: (level: EnteredLevel) => void;
  onClose: () => void;
}

/** Asks for the level that the import creates for all rows with this name. */
export function NewLevelDialog({ unknown, levels, onCreate, onClose }: NewLevelDialogProps) {
  const { word, creatable } = unknown;
  const { levelRoles } = useActiveProfile();
  const reach = useMemo(() => reachOf(levelRoles, levels, "levels.edit"), [levelRoles, levels]);
  const parents = useMemo(() => levels.filter((level) => reach.has(level.levelId)), [levels, reach]);
  const [parentId, setParentId] = useState(creatable?.parentId ?? "");
  const [name, setName] = useState(creatable?.name ?? word);
  const [kind, setKind] = useState(creatable?.kind ?? "");
  const kinds = useMemo(() => {
    const parent = levels.find((level) => level.levelId === parentId);
    return kindsInUse(levels, (parent?.depth ?? 1) + 1);
  }, [levels, parentId]);
  return (
    <FormDialog
      title={words.createLevelTitle({ word })}
      label={words.createWithImport}
      refused={words.notCreated}
      draft={{ parentId, name, kind }}
      problems={(draft) => {
        const found = problemsOf(rosterMapping.shape.newLevels, { level: draft });
        return draft.parentId === "" || found
          ? {
              ...Object.fromEntries(
                Object.entries(found ?? {}).map(([path, message]) => [path.replace("level.", ""), message]),
              ),
              ...(draft.parentId === "" ? { parentId: words.levelRequired } : {}),
            }
          : null;
      }}
      sending={{ isPending: false, error: null }}
      onSend={(draft) => onCreate({ ...draft, name: draft.name.trim(), kind: draft.kind.trim() })}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <LevelNameInput label={words.name} value={name} error={errors.name} onChange={setName} />
          <LevelSelect
            label={words.parentLevel}
            description={words.parentLevelHint}
            placeholder={words.chooseALevel}
            levels={parents}
            value={parentId || null}
            onChange={setParentId}
            error={errors.parentId}
          />
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

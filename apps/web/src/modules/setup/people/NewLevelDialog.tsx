import { rosterMapping } from "@touchline/contract/setup/imports";
import { TextInput } from "@touchline/ui";
import { useId, useMemo, useState } from "react";
import { problemsOf } from "../../../form-errors.ts";
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

/** The level that the import creates for a word: once, for every row that names it. */
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
    return kindsInUse(levels, (parent?.depth ?? 1) + 1).slice(0, 20);
  }, [levels, parentId]);
  const kindsId = useId();
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
          <TextInput
            label={words.name}
            data-autofocus
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={errors.name}
          />
          <LevelSelect
            label={words.parentLevel}
            description={words.parentLevelHint}
            placeholder={words.chooseALevel}
            levels={parents}
            value={parentId || null}
            onChange={setParentId}
            error={errors.parentId}
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

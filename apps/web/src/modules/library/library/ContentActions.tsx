import { Button } from "@touchline/ui";
import type { ListedLevel } from "../../../levels/tree.ts";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import { ArchiveDialog } from "./ArchiveDialog.tsx";
import { DuplicateDialog } from "./DuplicateDialog.tsx";
import type { Content } from "./queries.ts";
import { words } from "./words.ts";

interface ContentActionsProps {
  content: Content;
  levels: readonly ListedLevel[];
  unsaved: boolean;
}

const readSearch = (search: RawSearch) => ({ open: textIn(search.open) });

/** The actions on a content as a whole. The open dialog has its own address. */
export function ContentActions({ content, levels, unsaved }: ContentActionsProps) {
  const [{ open }, change] = useUrlState(readSearch);
  const { permittedActions, refusals } = content;
  const show = (dialog: string) => change({ open: dialog }, { back: true });
  const close = () => change({ open: undefined });
  const first = unsaved ? words.saveFirst : undefined;
  return (
    <>
      <Button
        variant="secondary"
        label={words.duplicate}
        disabledReason={refusals.duplicate ?? first}
        onClick={() => show("duplicate")}
      />
      <Button
        variant="secondary"
        danger
        label={words.archive}
        disabledReason={refusals.archive ?? first}
        onClick={() => show("archive")}
      />
      {open === "duplicate" && permittedActions.includes("duplicate") && (
        <DuplicateDialog content={content} levels={levels} onClose={close} />
      )}
      {open === "archive" && permittedActions.includes("archive") && (
        <ArchiveDialog content={content} onClose={close} />
      )}
    </>
  );
}

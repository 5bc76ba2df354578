import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { requirementTypeLabels } from "@touchline/contract";
import { Button, Checkbox, Dialog, Notice, Select, TextLink, useNotify } from "@touchline/ui";
import { useState } from "react";
import { messageOf } from "../../errorScreens.tsx";
import { LevelSelect } from "../../levels/LevelSelect.tsx";
import { navigationQuery } from "../../levels/queries.ts";
import { useActiveProfile } from "../../session/useActiveProfile.ts";
import { libraryQuery } from "../library/queries.ts";
import { ask, type LabelPage, reachQuery } from "./queries.ts";
import { peopleText } from "./words.ts";

/** Asks something of the library of everybody with a role, after saying of how many. */
export function AskDialog({ role, onClose }: { role: LabelPage; onClose: () => void }) {
  const { organizationId, hierarchyLevelId } = useActiveProfile();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const library = useQuery(libraryQuery(organizationId));
  const levels = useQuery(navigationQuery(hierarchyLevelId));
  const [contentId, setContentId] = useState<string | null>(null);
  const [levelId, setLevelId] = useState(hierarchyLevelId);
  const [includeBelow, setIncludeBelow] = useState(true);
  const [mandatory, setMandatory] = useState(true);
  const reach = useQuery(reachQuery(role.labelId, levelId, includeBelow));
  const ready = (library.data ?? []).filter((row) => row.version > 0);
  const content = ready.find((row) => row.contentId === contentId);
  const asking = useMutation({
    mutationFn: (id: string) => ask(id, role.labelId, { levelId, includeBelow, mandatory }),
    onSuccess: async ({ underWay }) => {
      const soon = underWay ? " People are brought in line one after the other." : "";
      notify("done", `${content?.name} is asked of ${role.name} now.${soon}`);
      await queryClient.invalidateQueries({ queryKey: ["roles"] });
      onClose();
    },
  });
  const failed = library.error ?? levels.error ?? asking.error;
  const members = reach.data?.members;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Ask something of ${role.name}`}
      footer={
        <>
          <Button variant="secondary" label="Cancel" onClick={onClose} />
          <Button
            label={members === undefined || members === 0 ? "Add requirement" : `Ask ${peopleText(members)}`}
            loading={asking.isPending}
            disabledReason={contentId === null ? "Choose a requirement first." : undefined}
            onClick={() => contentId !== null && asking.mutate(contentId)}
          />
        </>
      }
    >
      {failed && (
        <Notice tone="stop" title="Not added">
          {messageOf(failed)}
        </Notice>
      )}
      {library.data && ready.length === 0 ? (
        <p>
          There is nothing in the library yet. <TextLink href="/library/new">Make the first requirement</TextLink> and
          come back.
        </p>
      ) : (
        <Select
          label="Requirement"
          placeholder="Choose from the library"
          data-autofocus
          searchable
          allowDeselect={false}
          data={ready.map((row) => ({
            value: row.contentId,
            label: `${row.name} (${requirementTypeLabels[row.type]}, ${row.levelName})`,
          }))}
          value={contentId}
          onChange={setContentId}
        />
      )}
      <LevelSelect label="Where" levels={levels.data ?? []} value={levelId} onChange={setLevelId} />
      <Checkbox
        label="and all levels below"
        checked={includeBelow}
        onChange={(event) => setIncludeBelow(event.target.checked)}
      />
      <Checkbox
        label="Mandatory"
        description="Who has not done it is not cleared."
        checked={mandatory}
        onChange={(event) => setMandatory(event.target.checked)}
      />
      <p aria-live="polite">
        {members === undefined
          ? "Counting…"
          : members === 0
            ? "Nobody has this role there yet. Whoever gets it will be asked."
            : `${peopleText(members)} with this role there ${members === 1 ? "is" : "are"} asked for it at once, unless they have done it already.`}
      </p>
    </Dialog>
  );
}

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { requirementTypeLabels } from "@touchline/contract";
import { Button, Checkbox, Dialog, Notice, Select, TextLink, useNotify } from "@touchline/ui";
import { useDeferredValue, useState } from "react";
import { messageOf } from "../../../ErrorScreens.tsx";
import { LevelSelect } from "../../../levels/LevelSelect.tsx";
import { navigationQuery } from "../../../levels/queries.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { type Assignable, ask, assignableQuery, type LabelPage, reachQuery } from "./queries.ts";
import { words } from "./words.ts";

const labelOf = ({ name, type }: Assignable) => `${name} (${requirementTypeLabels[type]})`;

/** Assigns a requirement from the library to everyone with a role, after saying how many people that is. */
export function AskDialog({ role, onClose }: { role: LabelPage; onClose: () => void }) {
  const { organizationId, hierarchyLevelId } = useActiveProfile();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const [search, setSearch] = useState("");
  const library = useQuery(assignableQuery(organizationId, useDeferredValue(search)));
  const levels = useQuery(navigationQuery(hierarchyLevelId));
  const [content, setContent] = useState<Assignable | null>(null);
  const [levelId, setLevelId] = useState(hierarchyLevelId);
  const [includeBelow, setIncludeBelow] = useState(true);
  const [mandatory, setMandatory] = useState(true);
  const reach = useQuery(reachQuery(role.labelId, levelId, includeBelow));
  const found = library.data?.data ?? [];
  // The chosen item stays in the list during the next search.
  const ready = content && !found.some((one) => one.contentId === content.contentId) ? [content, ...found] : found;
  const asking = useMutation({
    mutationFn: (id: string) => ask(id, role.labelId, { levelId, includeBelow, mandatory }),
    onSuccess: async ({ inProgress }) => {
      const names = { requirement: content?.name ?? "", role: role.name };
      notify("done", inProgress ? words.assignedInSteps(names) : words.assigned(names));
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
      title={words.addRequirementTitle({ name: role.name })}
      footer={
        <>
          <Button variant="secondary" label={words.cancel} onClick={onClose} />
          <Button
            label={
              members === undefined || members === 0 ? words.addRequirement : words.addForPeople({ count: members })
            }
            loading={asking.isPending}
            disabledReason={content === null ? words.chooseRequirement : undefined}
            onClick={() => content !== null && asking.mutate(content.contentId)}
          />
        </>
      }
    >
      {failed && (
        <Notice tone="stop" title={words.addFailed}>
          {messageOf(failed)}
        </Notice>
      )}
      {library.data && ready.length === 0 && search === "" ? (
        <p>
          {words.libraryEmpty} <TextLink href="/library/new">{words.addToLibrary}</TextLink>
        </p>
      ) : (
        <Select
          label={words.requirement}
          placeholder={words.chooseFromLibrary}
          data-autofocus
          searchable
          allowDeselect={false}
          data={ready.map((one) => ({ value: one.contentId, label: labelOf(one) }))}
          // The server searches: of a large library not all is here.
          filter={({ options }) => options}
          nothingFoundMessage={words.noneFound}
          searchValue={search}
          onSearchChange={(text) => setSearch(content !== null && text === labelOf(content) ? "" : text)}
          value={content?.contentId ?? null}
          onChange={(id) => setContent(ready.find((one) => one.contentId === id) ?? null)}
        />
      )}
      <LevelSelect label={words.level} levels={levels.data ?? []} value={levelId} onChange={setLevelId} />
      <Checkbox
        label={words.includeSublevels}
        checked={includeBelow}
        onChange={(event) => setIncludeBelow(event.target.checked)}
      />
      <Checkbox
        label={words.required}
        description={words.requiredHint}
        checked={mandatory}
        onChange={(event) => setMandatory(event.target.checked)}
      />
      <p aria-live="polite">
        {members === undefined
          ? words.counting
          : members === 0
            ? words.noOneThere
            : words.peopleThere({ count: members })}
      </p>
    </Dialog>
  );
}

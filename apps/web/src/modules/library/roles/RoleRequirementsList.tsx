import { useMutation, useQueryClient } from "@tanstack/react-query";
import { requirementTypeLabels } from "@touchline/contract";
import {
  Button,
  type Column,
  DataTable,
  Dialog,
  EmptyState,
  IconStack2,
  Notice,
  TextLink,
  useNotify,
} from "@touchline/ui";
import { useState } from "react";
import { dayText } from "../../../dates.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { type Assigned, type LabelPage, stopAsking } from "./queries.ts";
import { countText, words } from "./words.ts";

const place = (row: Assigned) =>
  row.includeBelow ? words.withSublevels({ levelName: row.levelName }) : words.onlyLevel({ levelName: row.levelName });

/** Lists the assignments to a role, each of which can be removed from it. */
export function RoleRequirementsList({ role, onAsk }: { role: LabelPage; onAsk: () => void }) {
  const [leaving, setLeaving] = useState<Assigned | null>(null);
  const columns: [Column<Assigned, never>, ...Column<Assigned, never>[]] = [
    {
      key: "name",
      header: words.requirement,
      cell: (row) => <TextLink href={`/library/${row.contentId}`}>{row.contentName}</TextLink>,
      note: (row) => requirementTypeLabels[row.type],
    },
    { key: "place", header: words.level, card: "words", cell: place },
    {
      key: "mandatory",
      header: words.required,
      card: "words",
      cell: (row) =>
        row.mandatory
          ? row.dueDate
            ? words.requiredBy({ date: dayText(row.dueDate) })
            : words.required
          : words.optional,
    },
    { key: "people", header: words.people, align: "end", width: "6rem", cell: (row) => countText(row.members) },
    {
      key: "act",
      header: words.change,
      align: "end",
      width: "8rem",
      cell: (row) =>
        role.leaving ? null : (
          <Button
            small
            danger
            variant="quaternary"
            label={words.remove}
            aria-label={words.removeRequirementAt({ requirement: row.contentName, levelName: row.levelName })}
            onClick={() => setLeaving(row)}
          />
        ),
    },
  ];
  return (
    <>
      <DataTable
        bare
        caption={words.requirementsOf({ name: role.name })}
        columns={columns}
        rows={role.assigned}
        rowKey={(row) => row.assignmentId}
        empty={
          <EmptyState
            icon={IconStack2}
            title={words.noRequirements}
            action={role.leaving ? undefined : <Button label={words.addRequirement} onClick={onAsk} />}
          >
            {words.noRequirementsAbout}
          </EmptyState>
        }
      />
      {leaving && <StopAskingDialog role={role} assigned={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

function StopAskingDialog({ role, assigned, onClose }: { role: LabelPage; assigned: Assigned; onClose: () => void }) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { contentId, contentName, assignmentId, members, otherLabels } = assigned;
  const stopping = useMutation({
    mutationFn: () => stopAsking(contentId, assignmentId, role.labelId),
    onSuccess: async () => {
      notify("done", words.removed({ requirement: contentName, role: role.name }));
      await queryClient.invalidateQueries({ queryKey: ["roles"] });
      onClose();
    },
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.removeTitle({ requirement: contentName, role: role.name })}
      footer={
        <>
          <Button variant="secondary" label={words.cancel} onClick={onClose} />
          <Button danger label={words.remove} loading={stopping.isPending} onClick={() => stopping.mutate()} />
        </>
      }
    >
      {stopping.error && (
        <Notice tone="stop" title={words.removeFailed}>
          {messageOf(stopping.error)}
        </Notice>
      )}
      <p>
        {members === 0 ? words.removeAffectsNoOne : words.removeAffects({ count: members })} {words.submissionsKept}
      </p>
      <p>{otherLabels === 0 ? words.assignmentEnds : words.otherRolesKeep({ count: otherLabels })}</p>
    </Dialog>
  );
}

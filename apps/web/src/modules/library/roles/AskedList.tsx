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
import { countText, peopleText } from "./words.ts";

const place = (row: Assigned) => (row.includeBelow ? `${row.levelName} and below` : `${row.levelName} only`);

/** The assignments that name a role, each of which can be told not to. */
export function AskedList({ role, onAsk }: { role: LabelPage; onAsk: () => void }) {
  const [leaving, setLeaving] = useState<Assigned | null>(null);
  const columns: [Column<Assigned, never>, ...Column<Assigned, never>[]] = [
    {
      key: "name",
      header: "Requirement",
      cell: (row) => <TextLink href={`/library/${row.contentId}`}>{row.contentName}</TextLink>,
      note: (row) => requirementTypeLabels[row.type],
    },
    { key: "place", header: "Where", card: "words", cell: place },
    {
      key: "mandatory",
      header: "Must be done",
      card: "words",
      cell: (row) => (row.mandatory ? (row.dueDate ? `By ${dayText(row.dueDate)}` : "Mandatory") : "Optional"),
    },
    { key: "people", header: "People", align: "end", width: "6rem", cell: (row) => countText(row.members) },
    {
      key: "act",
      header: "Change",
      align: "end",
      width: "8rem",
      cell: (row) =>
        role.leaving ? null : (
          <Button
            small
            danger
            variant="quaternary"
            label="Remove"
            aria-label={`Remove ${row.contentName} at ${row.levelName}`}
            onClick={() => setLeaving(row)}
          />
        ),
    },
  ];
  return (
    <>
      <DataTable
        bare
        caption={`What is asked of ${role.name}`}
        columns={columns}
        rows={role.assigned}
        rowKey={(row) => row.assignmentId}
        empty={
          <EmptyState
            icon={IconStack2}
            title="Nothing is asked of this role"
            action={role.leaving ? undefined : <Button label="Add requirement" onClick={onAsk} />}
          >
            Whoever has it counts as without requirements.
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
      notify("done", `${contentName} is not asked of ${role.name} there any more.`);
      await queryClient.invalidateQueries({ queryKey: ["roles"] });
      onClose();
    },
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Stop asking ${role.name} for ${contentName}?`}
      footer={
        <>
          <Button variant="secondary" label="Keep" onClick={onClose} />
          <Button danger label="Remove" loading={stopping.isPending} onClick={() => stopping.mutate()} />
        </>
      }
    >
      {stopping.error && (
        <Notice tone="stop" title="Not removed">
          {messageOf(stopping.error)}
        </Notice>
      )}
      <p>
        {members === 0
          ? "Nobody owes it by this now."
          : `${peopleText(members)} no longer ${members === 1 ? "owes" : "owe"} it by this.`}{" "}
        Work that was done stays with them.
      </p>
      <p>
        {otherLabels === 0
          ? "The assignment names no other role, so it ends."
          : `It stays asked of ${otherLabels === 1 ? "one other role" : `${otherLabels} other roles`}.`}
      </p>
    </Dialog>
  );
}

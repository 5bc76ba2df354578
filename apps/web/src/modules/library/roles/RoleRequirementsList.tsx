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
import { countText, peopleText, words } from "./words.ts";

const place = (row: Assigned) =>
  row.includeBelow ? words.andBelow({ levelName: row.levelName }) : words.only({ levelName: row.levelName });

/** The assignments that name a role, each of which can be told not to. */
export function RoleRequirementsList({ role, onAsk }: { role: LabelPage; onAsk: () => void }) {
  const [leaving, setLeaving] = useState<Assigned | null>(null);
  const columns: [Column<Assigned, never>, ...Column<Assigned, never>[]] = [
    {
      key: "name",
      header: words.requirement,
      cell: (row) => <TextLink href={`/library/${row.contentId}`}>{row.contentName}</TextLink>,
      note: (row) => requirementTypeLabels[row.type],
    },
    { key: "place", header: words.where, card: "words", cell: place },
    {
      key: "mandatory",
      header: words.mustBeDone,
      card: "words",
      cell: (row) =>
        row.mandatory ? (row.dueDate ? words.by({ day: dayText(row.dueDate) }) : words.mandatory) : words.optional,
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
            aria-label={words.removeAt({ contentName: row.contentName, levelName: row.levelName })}
            onClick={() => setLeaving(row)}
          />
        ),
    },
  ];
  return (
    <>
      <DataTable
        bare
        caption={words.whatIsAskedOf({ name: role.name })}
        columns={columns}
        rows={role.assigned}
        rowKey={(row) => row.assignmentId}
        empty={
          <EmptyState
            icon={IconStack2}
            title={words.nothingIsAskedOfThis}
            action={role.leaving ? undefined : <Button label={words.addRequirement} onClick={onAsk} />}
          >
            {words.whoeverHasItCountsAs}
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
      notify("done", words.isNotAskedOfThere({ contentName, name: role.name }));
      await queryClient.invalidateQueries({ queryKey: ["roles"] });
      onClose();
    },
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={words.stopAskingFor({ name: role.name, contentName })}
      footer={
        <>
          <Button variant="secondary" label={words.keep} onClick={onClose} />
          <Button danger label={words.remove} loading={stopping.isPending} onClick={() => stopping.mutate()} />
        </>
      }
    >
      {stopping.error && (
        <Notice tone="stop" title={words.notRemoved}>
          {messageOf(stopping.error)}
        </Notice>
      )}
      <p>
        {members === 0
          ? words.nobodyOwesItByThis
          : words.noLongerItByThis({ people: peopleText(members), value: members === 1 ? "owes" : "owe" })}{" "}
        {words.workThatWasDoneStays}
      </p>
      <p>
        {otherLabels === 0
          ? words.theAssignmentNamesNoOther
          : `It stays asked of ${otherLabels === 1 ? words.oneOtherRole : words.otherRoles({ otherLabels })}.`}
      </p>
    </Dialog>
  );
}

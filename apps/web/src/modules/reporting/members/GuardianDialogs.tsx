import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { addGuardian } from "@touchline/contract/joining/families";
import { listMembers } from "@touchline/contract/people/hierarchy";
import { Select, Textarea, useNotify } from "@touchline/ui";
import { type ReactNode, useDeferredValue, useState } from "react";
import { call } from "../../../client.ts";
import { problemsOf } from "../../../form-errors.ts";
import { FormDialog } from "../../../parts/FormDialog.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import type { MemberFamily, Relative } from "./FamilyPanel.tsx";
import type { Member } from "./Memberships.tsx";
import { endGuardian, giveGuardian } from "./queries.ts";
import { words } from "./words.ts";

interface AddGuardianDialogProps {
  member: Member;
  family: MemberFamily;
  onClose: () => void;
}

/** Gives a child a guardian who is in the organization already. */
export function AddGuardianDialog({ member, family, onClose }: AddGuardianDialogProps) {
  const { levelRoles, hierarchyLevelId } = useActiveProfile();
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const typed = useDeferredValue(search);
  // Searches from the topmost level where the reader has a role; anybody found there may become a guardian.
  const from = levelRoles.find((one) => one.role !== "Individual")?.levelId ?? hierarchyLevelId;
  const found = useQuery({
    queryKey: ["guardianSearch", from, typed],
    queryFn: ({ signal }) =>
      call(listMembers, { params: { id: from }, query: { search: typed, perPage: 20 } }, { signal }),
    enabled: typed.trim().length > 1 && typed !== chosen?.label,
    placeholderData: (before) => before,
  });
  const taken = new Set([
    member.profileId,
    ...family.guardians.filter((one) => one.endedAt === null).map((one) => one.profileId),
  ]);
  const people = new Map(
    (found.data?.data ?? [])
      .filter((one) => !taken.has(one.profileId))
      .map((one) => [one.profileId, words.personAt({ name: one.fullName, role: one.labelName, level: one.levelName })]),
  );
  if (chosen) people.set(chosen.value, chosen.label);
  return (
    <WithReason
      member={member}
      title={words.addGuardianTitle({ firstName: member.firstName })}
      label={words.addGuardian}
      done={words.guardianAdded}
      guardianProfileId={chosen?.value ?? ""}
      act={giveGuardian}
      onClose={onClose}
    >
      {(error) => (
        <>
          <p>{words.addGuardianHint({ firstName: member.firstName })}</p>
          <Select
            label={words.guardian}
            description={words.guardianFieldHint}
            placeholder={words.typeName}
            searchable
            data-autofocus
            data={[...people].map(([value, label]) => ({ value, label }))}
            filter={({ options }) => options}
            nothingFoundMessage={typed.trim().length > 1 ? words.noOneFound : words.typeMore}
            searchValue={search}
            onSearchChange={setSearch}
            value={chosen?.value ?? null}
            onChange={(value) => setChosen(value ? { value, label: people.get(value) ?? "" } : null)}
            error={error}
          />
        </>
      )}
    </WithReason>
  );
}

interface EndGuardianshipDialogProps {
  member: Member;
  guardian: Relative;
  onClose: () => void;
}

/** Ends a guardianship, after saying what that does. */
export function EndGuardianshipDialog({ member, guardian, onClose }: EndGuardianshipDialogProps) {
  const name = `${guardian.firstName} ${guardian.lastName}`;
  return (
    <WithReason
      member={member}
      title={words.endGuardianshipTitle({ name })}
      label={words.endGuardianship}
      danger
      done={words.guardianshipEnded({ name, firstName: member.firstName })}
      guardianProfileId={guardian.profileId}
      act={endGuardian}
      onClose={onClose}
    >
      {() => <p>{words.endGuardianshipHint({ name, firstName: member.firstName })}</p>}
    </WithReason>
  );
}

interface WithReasonProps {
  member: Member;
  title: string;
  label: string;
  danger?: boolean;
  done: string;
  guardianProfileId: string;
  act: typeof giveGuardian;
  /** The content before the reason, with the error for the choice of the guardian. */
  children: (error: string | undefined) => ReactNode;
  onClose: () => void;
}

function WithReason(props: WithReasonProps) {
  const { member, title, label, danger = false, done, guardianProfileId, act, children, onClose } = props;
  const [reason, setReason] = useState("");
  const queryClient = useQueryClient();
  const notify = useNotify();
  const acting = useMutation({
    mutationFn: act,
    onSuccess: async () => {
      notify("done", done);
      onClose();
      await Promise.all(
        ["member", "memberFamily", "members"].map((name) => queryClient.invalidateQueries({ queryKey: [name] })),
      );
    },
  });
  return (
    <FormDialog
      title={title}
      label={label}
      danger={danger}
      refused={words.notSaved}
      draft={{ childProfileId: member.profileId, guardianProfileId, reason }}
      problems={(body) => {
        const found = problemsOf(addGuardian.body, body);
        return found && { ...found, ...(found.guardianProfileId && { guardianProfileId: words.guardianMissing }) };
      }}
      sending={acting}
      onSend={acting.mutate}
      onClose={onClose}
    >
      {(errors) => (
        <>
          {children(errors.guardianProfileId ?? errors.childProfileId)}
          <Textarea
            label={words.reason}
            description={words.guardianReasonHint}
            rows={3}
            maxLength={1000}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            error={errors.reason}
          />
        </>
      )}
    </FormDialog>
  );
}

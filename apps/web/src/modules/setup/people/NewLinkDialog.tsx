import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createSignupUrl } from "@touchline/contract/accounts/signup-urls";
import { DateInput, Select, TextInput } from "@touchline/ui";
import { useState } from "react";
import { problemsOf } from "../../../form-errors.ts";
import { LevelSelect } from "../../../levels/LevelSelect.tsx";
import type { ListedLevel } from "../../../levels/tree.ts";
import { FormDialog } from "../../../parts/FormDialog.tsx";
import { makeLink, type NewSignupUrl, type SignupUrl } from "./signup-urls.ts";
import { words } from "./words.ts";

interface NewLinkDialogProps {
  /** The levels where the reader may add people. */
  levels: readonly ListedLevel[];
  /** The roles that can't view other people. */
  labels: readonly { labelId: string; name: string }[];
  levelId: string | null;
  onMade: (link: SignupUrl) => void;
  onClose: () => void;
}

/** Asks where people join by the link, in which role, until when, and how many. */
export function NewLinkDialog({ levels, labels, levelId: here, onMade, onClose }: NewLinkDialogProps) {
  const [levelId, setLevelId] = useState(here);
  const [labelId, setLabelId] = useState<string | null>(labels.length === 1 ? (labels[0]?.labelId ?? null) : null);
  const [endsOn, setEndsOn] = useState("");
  const [most, setMost] = useState("");
  const queryClient = useQueryClient();
  const making = useMutation({
    mutationFn: makeLink,
    onSuccess: async (made) => {
      await queryClient.invalidateQueries({ queryKey: ["signupUrls"] });
      onMade(made);
    },
  });
  const body = {
    levelId: levelId ?? "",
    labelId: labelId ?? "",
    endsOn: endsOn || null,
    maxUses: most.trim() === "" ? null : Number(most),
  } satisfies NewSignupUrl;
  return (
    <FormDialog
      title={words.newSignUpLink}
      label={words.createLink}
      refused={words.notCreated}
      draft={{ levelId, labelId, endsOn, most }}
      problems={() => {
        const found = problemsOf(createSignupUrl.body, body);
        return (
          found && {
            ...found,
            ...(levelId === null && { levelId: words.levelRequired }),
            ...(labelId === null && { labelId: words.roleRequired }),
            ...(found.maxUses && { maxUses: words.maxUsesInvalid }),
          }
        );
      }}
      sending={making}
      onSend={() => making.mutate(body)}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <LevelSelect
            label={words.level}
            description={words.linkLevelHint}
            levels={levels}
            value={levelId}
            onChange={setLevelId}
            error={errors.levelId}
          />
          <Select
            label={words.role}
            description={words.linkRoleHint}
            placeholder={words.chooseARole}
            searchable={labels.length > 10}
            allowDeselect={false}
            data={labels.map((label) => ({ value: label.labelId, label: label.name }))}
            value={labelId}
            onChange={setLabelId}
            error={errors.labelId}
          />
          <DateInput
            label={words.lastDay}
            description={words.lastDayHint}
            value={endsOn}
            onChange={(event) => setEndsOn(event.target.value)}
            error={errors.endsOn}
          />
          <TextInput
            label={words.maxUses}
            description={words.maxUsesHint}
            inputMode="numeric"
            maxLength={6}
            value={most}
            onChange={(event) => setMost(event.target.value)}
            error={errors.maxUses}
          />
        </>
      )}
    </FormDialog>
  );
}

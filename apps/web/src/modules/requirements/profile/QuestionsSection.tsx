import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Choices, LoadingState, Panel } from "@touchline/ui";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { SavedPart } from "../../../parts/SavedPart.tsx";
import { type Condition, conditionsQuery, postAnswers } from "./queries.ts";
import { useSection } from "./useSection.ts";

/** What the organization asks everybody; what somebody owes may depend on it. */
export function QuestionsSection({ profileId }: { profileId: string }) {
  const asked = useQuery(conditionsQuery(profileId));
  if (asked.isError && !asked.data) {
    return <LoadFailed what="The questions" error={asked.error} onRetry={() => void asked.refetch()} />;
  }
  if (asked.isPending) {
    return (
      <Panel title="Questions">
        <LoadingState label="Loading the questions" />
      </Panel>
    );
  }
  return asked.data.length === 0 ? null : <Questions profileId={profileId} conditions={asked.data} />;
}

const choices = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
] as const;

function Questions({ profileId, conditions }: { profileId: string; conditions: readonly Condition[] }) {
  const queryClient = useQueryClient();
  const section = useSection({
    profileId,
    saved: conditions.map(({ conditionId, question, answer }) => ({ conditionId, question, answer })),
    save: async (draft) => {
      const before = new Map(conditions.map((one) => [one.conditionId, one.answer]));
      const answers = draft.flatMap(({ conditionId, answer }) =>
        answer === null || answer === before.get(conditionId) ? [] : { conditionId, answer },
      );
      const first = answers.every(({ conditionId }) => before.get(conditionId) === null);
      queryClient.setQueryData(conditionsQuery(profileId).queryKey, await postAnswers(profileId, first, answers));
      return null;
    },
    said: "The answers were saved.",
  });
  const { value, change } = section;
  return (
    <SavedPart title="Questions" lead="Your requirements may depend on your answers." part={section}>
      {value.map(({ conditionId, question, answer }) => (
        <Choices
          key={conditionId}
          label={question}
          compact
          choices={choices}
          value={answer === null ? null : answer ? "yes" : "no"}
          onChange={(chosen) =>
            change(value.map((one) => (one.conditionId === conditionId ? { ...one, answer: chosen === "yes" } : one)))
          }
        />
      ))}
    </SavedPart>
  );
}

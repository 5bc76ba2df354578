import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Choices, LoadingState, Panel } from "@touchline/ui";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { SavedPart } from "../../../parts/SavedPart.tsx";
import { conditionsQuery } from "../../library/library/conditions-query.ts";
import { type Condition, postAnswers } from "./queries.ts";
import { useSection } from "./useSection.ts";
import { words } from "./words.ts";

/** The organization's questions to everyone. Requirements may depend on the answers. */
export function QuestionsSection({ profileId }: { profileId: string }) {
  const conditions = useQuery(conditionsQuery(profileId));
  if (conditions.isError && !conditions.data) {
    return (
      <LoadFailed title={words.questionsNotLoaded} error={conditions.error} onRetry={() => void conditions.refetch()} />
    );
  }
  if (conditions.isPending) {
    return (
      <Panel title={words.questions}>
        <LoadingState label={words.loadingTheQuestions} />
      </Panel>
    );
  }
  return conditions.data.length === 0 ? null : <Questions profileId={profileId} conditions={conditions.data} />;
}

const choices = [
  { value: "yes", label: words.yes },
  { value: "no", label: words.no },
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
    notice: words.answersSaved,
  });
  const { value, change } = section;
  return (
    <SavedPart title={words.questions} lead={words.questionsHelp} part={section}>
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

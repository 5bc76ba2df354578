import { useQuery } from "@tanstack/react-query";
import { getFormAnswers } from "@touchline/contract/requirements/forms";
import { LoadingState, Panel } from "@touchline/ui";
import { call } from "../client.ts";
import { LoadFailed } from "../ErrorScreens.tsx";
import { AnswerList } from "./AnswerList.tsx";
import classes from "./Forms.module.css";
import { words } from "./words.ts";

interface SubmittedAnswersProps {
  requirementId: string;
  profileLevelAccessId: string;
  attemptId: string;
}

/** Shows the answers of a form that was filled in on the page. */
export function SubmittedAnswers({ requirementId, ...query }: SubmittedAnswersProps) {
  const answers = useQuery({
    queryKey: ["formAnswers", requirementId, query],
    queryFn: ({ signal }) => call(getFormAnswers, { params: { id: requirementId }, query }, { signal }),
  });
  if (answers.error && !answers.data) {
    return <LoadFailed title={words.answersNotLoaded} error={answers.error} onRetry={() => void answers.refetch()} />;
  }
  if (!answers.data) return <LoadingState label={words.loadingTheAnswers} />;
  const { sections, filledInBy } = answers.data;
  return (
    <Panel title={words.answers}>
      <p className={classes.by}>{words.filledInBy({ filledInBy })}</p>
      <AnswerList sections={sections.map((section, index) => ({ ...section, key: String(index) }))} />
    </Panel>
  );
}

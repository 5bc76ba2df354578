import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type AnswerFormat, answerDays, startAnswersExport } from "@touchline/contract/requirements/forms";
import { Button, IconDownload, Notice, Panel } from "@touchline/ui";
import { call } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { taskBegan } from "../../tasks/tasks/queries.ts";
import { TaskProgress } from "../../tasks/tasks/TaskProgress.tsx";
import classes from "./Library.module.css";

/** All answers to a form, as a file to compute with; it is made in the background. */
export function AnswersPanel({ contentId }: { contentId: string }) {
  const client = useQueryClient();
  const starting = useMutation({
    mutationFn: (format: AnswerFormat) => call(startAnswersExport, { params: { id: contentId }, body: { format } }),
    onSuccess: () => taskBegan(client),
  });
  const button = (format: AnswerFormat, label: string) => (
    <Button
      small
      variant="secondary"
      label={label}
      leftIcon={<IconDownload aria-hidden />}
      loading={starting.isPending && starting.variables === format}
      onClick={() => !starting.isPending && starting.mutate(format)}
    />
  );
  return (
    <div className={classes.versions}>
      <Panel title="Answers">
        <p>
          Everything that members within your reach have sent in on the page, one row for each submission. A question
          keeps its column over all versions. The file is noted in the audit log, and stays here for {answerDays} days.
        </p>
        <p className={classes.answerFiles}>
          {button("csv", "Answers as CSV")}
          {button("json", "Answers as JSON")}
        </p>
        {starting.error && (
          <Notice tone="stop" title="Not started">
            {messageOf(starting.error)}
          </Notice>
        )}
        {starting.data && <TaskProgress key={starting.data.taskId} taskId={starting.data.taskId} />}
      </Panel>
    </div>
  );
}

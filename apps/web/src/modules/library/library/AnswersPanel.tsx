import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type AnswerFormat, answerDays, startAnswersExport } from "@touchline/contract/requirements/forms";
import { Button, IconDownload, Notice, Panel } from "@touchline/ui";
import { call } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { taskBegan } from "../../tasks/tasks/queries.ts";
import { TaskProgress } from "../../tasks/tasks/TaskProgress.tsx";
import classes from "./Library.module.css";
import { words } from "./words.ts";

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
      <Panel title={words.answers}>
        <p>{words.answersAbout({ days: answerDays })}</p>
        <p className={classes.answerFiles}>
          {button("csv", words.exportCsv)}
          {button("json", words.exportJson)}
        </p>
        {starting.error && (
          <Notice tone="stop" title={words.exportFailed}>
            {messageOf(starting.error)}
          </Notice>
        )}
        {starting.data && <TaskProgress key={starting.data.taskId} taskId={starting.data.taskId} />}
      </Panel>
    </div>
  );
}

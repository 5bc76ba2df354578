import { useMutation } from "@tanstack/react-query";
import { messageLength } from "@touchline/contract/reporting/members";
import { Button, Notice, Textarea, TextInput } from "@touchline/ui";
import { messageOf } from "../../../ErrorScreens.tsx";
import classes from "./BulkActs.module.css";
import { previewMessage } from "./queries.ts";
import { words } from "./words.ts";

export interface MessageWords {
  subject: string;
  text: string;
}

interface MessageFieldsProps {
  levelId: string;
  value: MessageWords;
  onChange: (value: MessageWords) => void;
}

/** The text of a message, with a preview of the email. */
export function MessageFields({ levelId, value, onChange }: MessageFieldsProps) {
  const preview = useMutation({ mutationFn: () => previewMessage(levelId, value) });
  const write = (next: Partial<MessageWords>) => {
    onChange({ ...value, ...next });
    preview.reset();
  };
  const empty = value.subject.trim() === "" || value.text.trim() === "";
  return (
    <>
      <TextInput
        label={words.subject}
        data-autofocus
        maxLength={150}
        value={value.subject}
        onChange={(event) => write({ subject: event.target.value })}
      />
      <Textarea
        label={words.message}
        description={words.messageTextHint}
        rows={6}
        maxLength={messageLength}
        value={value.text}
        onChange={(event) => write({ text: event.target.value })}
      />
      <div>
        <Button
          small
          variant="secondary"
          label={words.preview}
          loading={preview.isPending}
          disabledReason={empty ? words.previewMissing : undefined}
          onClick={() => preview.mutate()}
        />
      </div>
      {preview.error && <Notice tone="stop">{messageOf(preview.error)}</Notice>}
      {preview.data && (
        <section aria-label={words.preview}>
          <p>
            <strong>{preview.data.subject}</strong>
          </p>
          <pre className={classes.preview}>{preview.data.text}</pre>
        </section>
      )}
    </>
  );
}

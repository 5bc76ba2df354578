import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type NoticeOutcome, noticeOutcomes, recordLiveScanNotice } from "@touchline/contract/screening/live-scan";
import { Choices, DateInput, useNotify } from "@touchline/ui";
import { useState } from "react";
import { call } from "../../../client.ts";
import { dayIn } from "../../../dates.ts";
import { FormDialog } from "../../../parts/FormDialog.tsx";
import { serverNow } from "../../../session/clock.ts";
import type { NoticeRow } from "./NoticesPage.tsx";
import { words } from "./words.ts";

interface Draft {
  outcome: NoticeOutcome | null;
  noticedOn: string;
}

function problemsOf({ outcome, noticedOn }: Draft, today: string): Readonly<Record<string, string>> | null {
  if (outcome === null) return { outcome: words.chooseOutcome };
  if (noticedOn === "") return { noticedOn: words.dateMissing };
  return noticedOn > today ? { noticedOn: words.dateInFuture } : null;
}

/** Records that the notification was sent, or isn't needed, and when. */
export function RecordDialog({ row, zone, onClose }: { row: NoticeRow; zone: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const today = dayIn(new Date(serverNow()).toISOString(), zone);
  const [draft, setDraft] = useState<Draft>({ outcome: null, noticedOn: today });
  const saving = useMutation({
    mutationFn: (outcome: NoticeOutcome) =>
      call(recordLiveScanNotice, { params: { id: row.attemptId }, body: { outcome, noticedOn: draft.noticedOn } }),
    onSuccess: async () => {
      notify("done", words.saved({ name: row.name }));
      onClose();
      await Promise.all(
        ["liveScanNotices", "members"].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
      );
    },
  });
  return (
    <FormDialog
      title={words.recordFor({ name: row.name })}
      label={words.save}
      refused={words.notSaved}
      draft={draft}
      problems={(of) => problemsOf(of, today)}
      sending={saving}
      onSend={({ outcome }) => outcome && saving.mutate(outcome)}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Choices
            first
            label={words.whatHappened}
            choices={noticeOutcomes.map((value) => ({ value, ...words.outcome[value] }))}
            value={draft.outcome}
            onChange={(outcome) => setDraft({ ...draft, outcome })}
            error={errors.outcome}
          />
          <DateInput
            label={words.date[draft.outcome ?? "sent"]}
            max={today}
            value={draft.noticedOn}
            onChange={(event) => setDraft({ ...draft, noticedOn: event.target.value })}
            error={errors.noticedOn}
          />
        </>
      )}
    </FormDialog>
  );
}

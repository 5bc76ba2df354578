import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { adverseLimits, getAdverseSettings, saveAdverseSettings } from "@touchline/contract/screening/adverse-action";
import { Button, LoadingState, Notice, Panel, TextInput, useNotify } from "@touchline/ui";
import { type FormEvent, useState } from "react";
import { call } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { refusedFields } from "../../../form-errors.ts";
import { FetchFailed } from "../../../screening/FetchFailed.tsx";
import classes from "./Screening.module.css";
import { words } from "./words.ts";

const settingsQuery = {
  queryKey: ["screening", "adverseSettings"],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(getAdverseSettings, undefined, { signal }),
};

type Settings = Awaited<ReturnType<(typeof settingsQuery)["queryFn"]>>;

/** How long people have before an adverse decision, and for how long reports and letters are kept. */
export function AdverseSettingsPanel() {
  const { data, error, refetch } = useQuery(settingsQuery);
  return (
    <Panel title={words.adverseActions}>
      {data ? (
        <SettingsForm key={data.version} settings={data} />
      ) : error ? (
        <FetchFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={words.loadingAdverse} lines={3} />
      )}
    </Panel>
  );
}

const fields = ["waitingDays", "reportMonths", "letterYears"] as const;
type Field = (typeof fields)[number];
const labels: Record<Field, string> = {
  waitingDays: words.waitingDays,
  reportMonths: words.reportMonths,
  letterYears: words.letterYears,
};
const helps: Record<Field, string> = {
  waitingDays: words.waitingDaysHelp(adverseLimits.waitingDays),
  reportMonths: words.reportMonthsHelp(adverseLimits.reportMonths),
  letterYears: words.letterYearsHelp(adverseLimits.letterYears),
};

function SettingsForm({ settings }: { settings: Settings }) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const [draft, setDraft] = useState<Record<Field, string>>({
    waitingDays: String(settings.waitingDays),
    reportMonths: String(settings.reportMonths),
    letterYears: String(settings.letterYears),
  });
  const saving = useMutation({
    mutationFn: () =>
      call(saveAdverseSettings, {
        body: {
          waitingDays: Number(draft.waitingDays),
          reportMonths: Number(draft.reportMonths),
          letterYears: Number(draft.letterYears),
          version: settings.version,
        },
      }),
    onSuccess: async () => {
      notify("done", words.adverseSaved);
      await queryClient.invalidateQueries(settingsQuery);
    },
  });
  const refused = saving.error && refusedFields(saving.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!saving.isPending) saving.mutate();
  };
  return (
    <form className={classes.body} onSubmit={submit} noValidate>
      <p className={classes.lead}>{words.adverseAbout}</p>
      {saving.error && !refused && (
        <Notice tone="stop" title={words.adverseNotSaved}>
          {messageOf(saving.error)}
        </Notice>
      )}
      {fields.map((name) => (
        <TextInput
          key={name}
          type="number"
          inputMode="numeric"
          min={adverseLimits[name].least}
          max={adverseLimits[name].most}
          label={labels[name]}
          description={helps[name]}
          value={draft[name]}
          error={refused?.[name]}
          onChange={(event) => setDraft((before) => ({ ...before, [name]: event.target.value }))}
        />
      ))}
      <div className={classes.acts}>
        <Button type="submit" label={words.saveAdverse} loading={saving.isPending} />
      </div>
    </form>
  );
}

import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  getIdentitySettings,
  identityLimits,
  saveIdentitySettings,
} from "@touchline/contract/verification/identity-settings";
import { Checkbox, LoadingState, Notice, TextInput } from "@touchline/ui";
import { call } from "../../../client.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { MonthDaySelect } from "../../../parts/MonthDaySelect.tsx";
import { SavedPart } from "../../../parts/SavedPart.tsx";
import { useSavedPart } from "../../../parts/useSavedPart.ts";
import { SchoolDates } from "./SchoolDates.tsx";
import { words } from "./words.ts";

const identityQuery = {
  queryKey: ["identitySettings"],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(getIdentitySettings, undefined, { signal }),
};
type Settings = Awaited<ReturnType<(typeof identityQuery)["queryFn"]>>;

/** Whether members may verify with a selfie, for how long pictures are kept, and by which dates school years begin. */
export function IdentityPart() {
  const { data, error, refetch } = useQuery(identityQuery);
  if (data) return <Identity saved={data} />;
  return error ? (
    <LoadFailed title={words.settingNotLoaded} error={error} onRetry={() => void refetch()} />
  ) : (
    <LoadingState label={words.loadingIdentity} lines={4} />
  );
}

function Identity({ saved }: { saved: Settings }) {
  const queryClient = useQueryClient();
  const { selfies, keepDays, kindergarten, kindergartenByState, version } = saved;
  const part = useSavedPart({
    saved: { selfies, keepDays: String(keepDays), kindergarten, kindergartenByState },
    save: (draft) => call(saveIdentitySettings, { body: { ...draft, keepDays: Number(draft.keepDays), version } }),
    onSaved: (settings) => queryClient.setQueryData(identityQuery.queryKey, settings),
    notice: words.identitySaved,
  });
  const { value, change, errors } = part;
  return (
    <SavedPart
      title={words.identityVerification}
      lead={words.identityAbout}
      part={part}
      hindrance={value.kindergartenByState.some(({ stateId }) => stateId === "") ? words.stateMissing : undefined}
    >
      {saved.notice && <Notice tone="none">{saved.notice}</Notice>}
      <Checkbox
        label={words.selfies}
        description={words.selfiesHint}
        checked={value.selfies}
        onChange={(event) => change({ ...value, selfies: event.currentTarget.checked })}
      />
      <TextInput
        label={words.keepDays}
        description={words.keepDaysHint(identityLimits.keepDays)}
        type="number"
        inputMode="numeric"
        min={identityLimits.keepDays.least}
        max={identityLimits.keepDays.most}
        value={value.keepDays}
        onChange={(event) => change({ ...value, keepDays: event.currentTarget.value })}
        error={errors.keepDays}
      />
      <Checkbox
        label={words.ownSchoolDate}
        description={words.ownSchoolDateHint}
        checked={value.kindergarten !== null}
        onChange={(event) =>
          change({ ...value, kindergarten: event.currentTarget.checked ? { month: 9, day: 1 } : null })
        }
      />
      {value.kindergarten && (
        <MonthDaySelect
          value={value.kindergarten}
          onChange={(date) => change({ ...value, kindergarten: date })}
          monthLabel={words.schoolMonth}
          dayLabel={words.schoolDay}
          dayError={errors["kindergarten.day"]}
        />
      )}
      <SchoolDates
        dates={value.kindergartenByState}
        errors={errors}
        onChange={(dates) => change({ ...value, kindergartenByState: dates })}
      />
    </SavedPart>
  );
}

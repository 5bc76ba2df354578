import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { BodyInput } from "@touchline/contract";
import {
  type DigestChoice,
  digestChoices,
  type MailLanguage,
  type NotificationChoice,
  notificationChoices,
  type Preferences,
  savePreferences,
} from "@touchline/contract/accounts/account-settings";
import {
  Checkbox,
  Choices,
  IconDeviceDesktop,
  IconMoon,
  IconSun,
  LoadingState,
  Notice,
  Panel,
  useNotify,
  useScheme,
} from "@touchline/ui";
import { call } from "../../../client.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import classes from "./Account.module.css";
import { preferencesQuery } from "./queries.ts";

const languages = [
  { value: "en", label: "English" },
  { value: "es", label: "Español" },
] as const;

const themes = [
  { value: "auto", label: "Same as device", icon: <IconDeviceDesktop aria-hidden /> },
  { value: "light", label: "Light", icon: <IconSun aria-hidden /> },
  { value: "dark", label: "Dark", icon: <IconMoon aria-hidden /> },
] as const;

const mails: Record<NotificationChoice, { label: string; description: string }> = {
  decisions: {
    label: "Decisions on what I submitted",
    description:
      "When something has to be submitted again, with the reviewer's note. Without the mail you find it under My requirements.",
  },
  reminders: {
    label: "Reminders of what I have to do",
    description: "On some days, one mail about everything that is still open for you and the children you look after.",
  },
};

const digests: Record<DigestChoice, { label: string; note: string }> = {
  daily: { label: "Every day", note: "Each morning on which somebody waits for you." },
  weekly: { label: "On Mondays", note: "On Mondays, when somebody waits for you." },
  never: { label: "Never", note: "You find it on the dashboard at any time." },
};

/** How one is written to, and how it looks. Each is saved as soon as it is chosen. */
export function PreferencesSection() {
  const preferences = useQuery(preferencesQuery);
  if (preferences.isPending) return <LoadingState label="Loading your preferences" />;
  if (preferences.isError && !preferences.data) {
    return <LoadFailed what="Your preferences" error={preferences.error} onRetry={() => void preferences.refetch()} />;
  }
  return (
    <div className={classes.panels}>
      <LanguagePanel preferences={preferences.data} />
      <ThemePanel />
      <MailsPanel preferences={preferences.data} />
      <DigestPanel preferences={preferences.data} />
    </div>
  );
}

/** Saves a choice; shown as chosen at once, and as before should it fail. */
function useSaving(said: string) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { queryKey } = preferencesQuery;
  return useMutation({
    mutationFn: (body: BodyInput<typeof savePreferences>) => call(savePreferences, { body }),
    onMutate: (given) => {
      queryClient.setQueryData(queryKey, (present) => present && { ...present, ...(given as Partial<Preferences>) });
    },
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKey, saved);
      notify("done", said);
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });
}

function LanguagePanel({ preferences }: { preferences: Preferences }) {
  const saving = useSaving("Saved. Our next mail comes in this language.");
  return (
    <Panel title="Language of mails">
      <Choices<MailLanguage>
        label="Language of mails"
        hideLabel
        compact
        choices={languages}
        value={preferences.language}
        onChange={(language) => saving.mutate({ language })}
      />
      {saving.error && <Notice tone="stop">{messageOf(saving.error)}</Notice>}
    </Panel>
  );
}

/** Chosen in this browser; `AccountScheme` brings it to the account, and so to every other. */
function ThemePanel() {
  const [scheme, setScheme] = useScheme();
  return (
    <Panel title="Theme">
      <Choices label="Theme" hideLabel compact choices={themes} value={scheme} onChange={setScheme} />
      <p className={`${classes.quiet} ${classes.apart}`}>It follows you to every device where you log in.</p>
    </Panel>
  );
}

function MailsPanel({ preferences }: { preferences: Preferences }) {
  const saving = useSaving("Saved.");
  const { muted } = preferences;
  return (
    <Panel title="Mails">
      <ul className={classes.list}>
        {notificationChoices.map((choice) => (
          <li key={choice} className={classes.row}>
            <Checkbox
              {...mails[choice]}
              checked={!muted.includes(choice)}
              onChange={(event) =>
                saving.mutate({
                  muted: event.currentTarget.checked
                    ? muted.filter((one) => one !== choice)
                    : [...muted.filter((one) => one !== choice), choice],
                })
              }
            />
          </li>
        ))}
      </ul>
      {saving.error && <Notice tone="stop">{messageOf(saving.error)}</Notice>}
      <p className={classes.quiet}>
        Invitations, links that you asked for, and mails about the safety of your account always come.
      </p>
    </Panel>
  );
}

function DigestPanel({ preferences }: { preferences: Preferences }) {
  const saving = useSaving("Saved.");
  return (
    <Panel title="How my levels stand">
      <p className={classes.quiet}>
        A mail for those who look after others: how their levels stand, and what waits for a review.
      </p>
      <div className={classes.apart}>
        <Choices<DigestChoice>
          label="How my levels stand"
          hideLabel
          compact
          choices={digestChoices.map((value) => ({ value, ...digests[value] }))}
          value={preferences.digest}
          onChange={(digest) => saving.mutate({ digest })}
        />
      </div>
      {saving.error && <Notice tone="stop">{messageOf(saving.error)}</Notice>}
    </Panel>
  );
}

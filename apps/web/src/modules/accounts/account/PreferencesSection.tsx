import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { BodyInput } from "@touchline/contract";
import {
  type DigestChoice,
  digestChoices,
  type Preferences,
  savePreferences,
} from "@touchline/contract/accounts/account-settings";
import {
  type MailLanguage,
  type NotificationChoice,
  notificationChoices,
} from "@touchline/contract/messages/mail-preferences";
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
import { useState } from "react";
import { chatSettings } from "../../../chat/chat-settings.ts";
import { type ChatConsent, useChatConsent } from "../../../chat/consent.ts";
import { call } from "../../../client.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import classes from "./Account.module.css";
import { preferencesQuery } from "./queries.ts";
import { words } from "./words.ts";

const languages = [
  { value: "en", label: words.english },
  { value: "es", label: words.spanish },
] as const;

const themes = [
  { value: "auto", label: words.sameAsDevice, icon: <IconDeviceDesktop aria-hidden /> },
  { value: "light", label: words.light, icon: <IconSun aria-hidden /> },
  { value: "dark", label: words.dark, icon: <IconMoon aria-hidden /> },
] as const;

const mails: Record<NotificationChoice, { label: string; description: string }> = {
  decisions: {
    label: words.decisions,
    description: words.decisionsHint,
  },
  reminders: {
    label: words.reminders,
    description: words.remindersHint,
  },
};

const digests: Record<DigestChoice, { label: string; note: string }> = {
  daily: { label: words.everyDay, note: words.everyDayNote },
  weekly: { label: words.onMondays, note: words.onMondaysNote },
  never: { label: words.never, note: words.neverNote },
};

/** Language, emails and theme. Each choice is saved at once. */
export function PreferencesSection() {
  const preferences = useQuery(preferencesQuery);
  if (preferences.isPending) return <LoadingState label={words.loadingPreferences} />;
  if (preferences.isError && !preferences.data) {
    return (
      <LoadFailed
        title={words.preferencesNotLoaded}
        error={preferences.error}
        onRetry={() => void preferences.refetch()}
      />
    );
  }
  return (
    <div className={classes.panels}>
      <LanguagePanel preferences={preferences.data} />
      <ThemePanel />
      <MailsPanel preferences={preferences.data} />
      <DigestPanel preferences={preferences.data} />
      <ChatPanel />
    </div>
  );
}

/** Saves a choice. It is shown at once, and reverted if saving fails. */
function useSaving(notice: string) {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { queryKey } = preferencesQuery;
  return useMutation({
    mutationFn: (body: BodyInput<typeof savePreferences>) => call(savePreferences, { body }),
    onMutate: (changes) => {
      queryClient.setQueryData(queryKey, (present) => present && { ...present, ...(changes as Partial<Preferences>) });
    },
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKey, saved);
      notify("done", notice);
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });
}

function LanguagePanel({ preferences }: { preferences: Preferences }) {
  const saving = useSaving(words.emailLanguageSaved);
  return (
    <Panel title={words.emailLanguage}>
      <Choices<MailLanguage>
        label={words.emailLanguage}
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
    <Panel title={words.theme}>
      <Choices label={words.theme} hideLabel compact choices={themes} value={scheme} onChange={setScheme} />
      <p className={`${classes.quiet} ${classes.apart}`}>{words.themeHint}</p>
    </Panel>
  );
}

const chatChoices = [
  { value: "allowed", label: words.chatAllowed },
  { value: "declined", label: words.chatDeclined },
] as const;

/** Where people are asked before the support chat is loaded, they can change their answer here. */
function ChatPanel() {
  const { chatAllowed, userId } = useActiveProfile();
  const [consent, setConsent] = useChatConsent(userId);
  const [settings] = useState(chatSettings);
  if (!chatAllowed || !settings?.asksFirst) return null;
  return (
    <Panel title={words.chat}>
      <Choices<ChatConsent>
        label={words.chat}
        hideLabel
        compact
        choices={chatChoices}
        value={consent ?? "declined"}
        onChange={setConsent}
      />
      <p className={`${classes.quiet} ${classes.apart}`}>{words.chatHint}</p>
    </Panel>
  );
}

function MailsPanel({ preferences }: { preferences: Preferences }) {
  const saving = useSaving(words.saved);
  const { muted } = preferences;
  return (
    <Panel title={words.emails}>
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
      <p className={classes.quiet}>{words.emailsAlwaysSent}</p>
    </Panel>
  );
}

function DigestPanel({ preferences }: { preferences: Preferences }) {
  const saving = useSaving(words.saved);
  return (
    <Panel title={words.clearanceSummary}>
      <p className={classes.quiet}>{words.clearanceSummaryAbout}</p>
      <div className={classes.apart}>
        <Choices<DigestChoice>
          label={words.clearanceSummary}
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

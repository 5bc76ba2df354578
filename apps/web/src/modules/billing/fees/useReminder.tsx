import { useMutation } from "@tanstack/react-query";
import { Notice, useNotify } from "@touchline/ui";
import { messageOf } from "../../../ErrorScreens.tsx";
import { remind } from "./queries.ts";
import { reminderRefusalTexts, words } from "./words.ts";

export type Reminder = ReturnType<typeof useReminder>;

/** Emails members their outstanding fees, and names those who got no email. */
export function useReminder() {
  const notify = useNotify();
  return useMutation({
    mutationFn: (memberships: readonly string[]) => remind([...new Set(memberships)]),
    onSuccess: ({ reminded }) => {
      if (reminded > 0) notify("done", words.reminded({ count: reminded }));
    },
  });
}

/** Why the last reminder wasn't sent to some or all. */
export function ReminderTrouble({ reminder: { data, error } }: { reminder: Reminder }) {
  if (error) {
    return (
      <Notice tone="stop" title={words.notReminded}>
        {messageOf(error)}
      </Notice>
    );
  }
  if (!data || data.skipped.length === 0) return null;
  return (
    <Notice tone="needs" title={words.notReminded}>
      {data.skipped.map(({ profileId, personName, reason }) => (
        <p key={profileId}>{words.notRemindedOf({ name: personName, reason: reminderRefusalTexts[reason] })}</p>
      ))}
    </Notice>
  );
}

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getActivation, resendActivation } from "@touchline/contract/joining/invitations";
import { isMinor } from "@touchline/rules";
import { Button, Notice, useNotify } from "@touchline/ui";
import { call } from "../../../client.ts";
import { dayOfInstant } from "../../../dates.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { serverNow } from "../../../session/clock.ts";
import { undeliveredQuery } from "./queries.ts";
import { type Undelivered, UndeliveredNotice } from "./UndeliveredNotice.tsx";
import { words } from "./words.ts";

interface ResendActivationProps {
  profileLevelAccessId: string;
  profileId: string;
  /** The latest email that wasn't delivered, if that's so. */
  undelivered: Undelivered | null;
  mayEdit: boolean;
  /** First name, for the words. */
  name: string;
  /** The invitation's address; without one, none can be sent. */
  email: string | null;
  dateOfBirth: string | null;
  zone: string;
}

/** For a member who isn't activated: when the invitation was sent, and a button that sends it again. */
export function ResendActivation(props: ResendActivationProps) {
  const { profileLevelAccessId, profileId, undelivered, mayEdit, name, email, dateOfBirth, zone } = props;
  const queryClient = useQueryClient();
  const notify = useNotify();
  const queryKey = ["activation", profileLevelAccessId];
  const latest = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getActivation, { params: { id: profileLevelAccessId } }, { signal }),
  });
  const sending = useMutation({
    mutationFn: () => call(resendActivation, { body: { profileLevelAccessIds: [profileLevelAccessId] } }),
    onSuccess: async ({ results: [result] }) => {
      if (result?.outcome === "justSent") notify("waits", words.justSent);
      else if (result?.outcome === "activated") notify("done", words.invitationAccepted({ name }));
      else if (result?.outcome === "guardianSent") notify("done", words.guardianInvited({ name }));
      else if (result?.outcome === "guardianActivated") notify("done", words.guardianHasAccount({ name }));
      else if (result?.outcome === "minor") notify("needs", words.guardianNeeded({ name }));
      else notify("done", words.invitationSent({ email: email ?? "" }));
      await Promise.all([
        queryClient.invalidateQueries({ queryKey }),
        queryClient.invalidateQueries({ queryKey: undeliveredQuery(profileLevelAccessId).queryKey }),
        ...(result?.outcome === "activated" ? [queryClient.invalidateQueries({ queryKey: ["member"] })] : []),
      ]);
    },
  });
  if (dateOfBirth !== null && isMinor(dateOfBirth, serverNow(), zone)) {
    return (
      <Notice
        tone="waits"
        title={words.childTitle}
        action={
          <Button
            small
            variant="secondary"
            label={words.inviteGuardian}
            loading={sending.isPending}
            onClick={() => sending.mutate()}
          />
        }
      >
        {sending.error ? messageOf(sending.error) : words.childHint({ name })}
      </Notice>
    );
  }
  if (email === null) {
    return (
      <Notice tone="needs" title={words.cannotInvite}>
        {words.noEmailAddress({ name })}
      </Notice>
    );
  }
  const sentAt = latest.data?.sentAt;
  if (undelivered) {
    return (
      <UndeliveredNotice
        {...{ undelivered, profileId, name, zone, mayEdit }}
        problem={sending.error && messageOf(sending.error)}
        action={
          <Button
            small
            variant="secondary"
            label={words.sendAgain}
            loading={sending.isPending}
            onClick={() => sending.mutate()}
          />
        }
      />
    );
  }
  return (
    <Notice
      tone="waits"
      title={sentAt ? words.invitedOn({ date: dayOfInstant(sentAt, zone) }) : words.notInvitedYet}
      action={
        <Button
          small
          variant="secondary"
          label={sentAt ? words.sendAgain : words.sendInvitation}
          loading={sending.isPending}
          onClick={() => sending.mutate()}
        />
      }
    >
      {sending.error
        ? messageOf(sending.error)
        : sentAt && latest.data?.expiresAt
          ? words.notAccepted({ name, date: dayOfInstant(latest.data.expiresAt, zone) })
          : words.notInvitedHint({ name })}
    </Notice>
  );
}

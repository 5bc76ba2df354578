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

interface ResendActivationProps {
  profileLevelAccessId: string;
  profileId: string;
  /** The latest email that wasn't delivered, if that's so. */
  undelivered: Undelivered | null;
  mayEdit: boolean;
  /** First name, for the words. */
  name: string;
  /** Where invitations go; without one there is nobody to write to. */
  email: string | null;
  dateOfBirth: string | null;
  zone: string;
}

/** For a member who is not activated: when the invitation went out, and the button that sends it again. */
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
      if (result?.outcome === "justSent")
        notify("waits", "An invitation was sent less than a minute ago. Try again in a moment.");
      else if (result?.outcome === "activated") notify("done", `${name} has accepted the invitation.`);
      else if (result?.outcome === "guardianSent") notify("done", `${name}’s guardian was sent an invitation.`);
      else if (result?.outcome === "guardianActivated") notify("done", `${name}’s guardian has an account already.`);
      else if (result?.outcome === "minor") notify("needs", `${name} is under 18. Add a guardian on this page first.`);
      else notify("done", `The invitation was sent to ${email}.`);
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
        title="A guardian is invited, not a child"
        action={
          <Button
            small
            variant="secondary"
            label="Invite guardian"
            loading={sending.isPending}
            onClick={() => sending.mutate()}
          />
        }
      >
        {sending.error
          ? messageOf(sending.error)
          : `${name} is under 18 and is activated once a guardian accepts an invitation. Guardians are listed under Family.`}
      </Notice>
    );
  }
  if (email === null) {
    return (
      <Notice tone="needs" title="No invitation can be sent">
        {name} has no email address. Add one under Edit details. A child is activated once a guardian accepts an
        invitation.
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
            label="Send again"
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
      title={sentAt ? `Invited on ${dayOfInstant(sentAt, zone)}` : "Not invited yet"}
      action={
        <Button
          small
          variant="secondary"
          label={sentAt ? "Send again" : "Send invitation"}
          loading={sending.isPending}
          onClick={() => sending.mutate()}
        />
      }
    >
      {sending.error
        ? messageOf(sending.error)
        : sentAt && latest.data?.expiresAt
          ? `${name} has not accepted yet. The link in the mail works until ${dayOfInstant(latest.data.expiresAt, zone)}.`
          : `${name} cannot log in before accepting an invitation.`}
    </Notice>
  );
}

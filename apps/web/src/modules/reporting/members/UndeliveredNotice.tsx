import type { ResponseOf } from "@touchline/contract";
import { type getUndelivered, undeliveredTexts } from "@touchline/contract/messages/undelivered";
import { Button, Notice } from "@touchline/ui";
import type { ReactNode } from "react";
import { dayOfInstant } from "../../../dates.ts";
import classes from "./MemberPage.module.css";
import { words } from "./words.ts";

export type Undelivered = NonNullable<ResponseOf<typeof getUndelivered>["undelivered"]>;

/** Whether it was an invitation, or a reminder of one. */
export const isInvitation = ({ kind }: Pick<Undelivered, "kind">) =>
  kind === "invitation" || kind === "invitationReminder";

interface UndeliveredNoticeProps {
  undelivered: Undelivered;
  profileId: string;
  /** First name, for the words. */
  name: string;
  zone: string;
  /** Whether the reader may change the person's address. */
  mayEdit: boolean;
  /** A further button. */
  action?: ReactNode;
  /** The error of that change. */
  problem?: string | null;
}

/** The latest email to a person wasn't delivered: why, and how to correct the address. */
export function UndeliveredNotice(props: UndeliveredNoticeProps) {
  const { undelivered, profileId, name, zone, mayEdit, action, problem } = props;
  const { reason, email, at, hasLogin, reply } = undelivered;
  const invitation = isInvitation(undelivered);
  const correctable = mayEdit && !hasLogin;
  return (
    <Notice
      tone="stop"
      title={invitation ? words.invitationNotDelivered : words.emailNotDelivered}
      action={
        <div className={classes.noticeActions}>
          {correctable && (
            <Button
              small
              variant="secondary"
              label={words.correctAddress}
              href={`/editProfile?${new URLSearchParams({ profileId })}`}
            />
          )}
          {action}
        </div>
      }
    >
      {problem && <p>{problem}</p>}
      <p className={classes.address}>
        {undeliveredTexts[reason]} {words.sentToOn({ email, date: dayOfInstant(at, zone) })}
      </p>
      {correctable && invitation && <p>{words.resentOnceCorrected}</p>}
      {hasLogin && <p>{words.usedForLogin({ name })}</p>}
      {reply && (
        <details className={classes.more}>
          <summary>{words.serverResponse}</summary>
          <code className={classes.address}>{reply}</code>
        </details>
      )}
    </Notice>
  );
}

import { useMutation } from "@tanstack/react-query";
import type { InvitationProblem, SignupUrlProblem } from "@touchline/contract";
import { renewInvitation } from "@touchline/contract/joining/invitations";
import { Button, Notice } from "@touchline/ui";
import { call } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { BareFrame } from "../../../front/BareFrame.tsx";
import { supportEmail } from "../../../support-email.ts";
import classes from "./Signup.module.css";
import { words } from "./words.ts";

/** Each problem in a sentence, and the way forward in another. */
const texts: Record<InvitationProblem | SignupUrlProblem, { title: string; lead: string }> = {
  unknown: {
    title: words.linkIncomplete,
    lead: words.linkIncompleteHelp,
  },
  accepted: {
    title: words.invitationAccepted,
    lead: words.invitationAcceptedHelp,
  },
  superseded: {
    title: words.invitationSuperseded,
    lead: words.invitationSupersededHelp,
  },
  left: {
    title: words.invitationLeft,
    lead: words.invitationLeftHelp,
  },
  minor: {
    title: words.invitationMinor,
    lead: words.invitationMinorHelp,
  },
  expired: {
    title: words.invitationExpired,
    lead: words.invitationExpiredHelp,
  },
  revoked: {
    title: words.signupLinkRevoked,
    lead: words.signupLinkRevokedHelp,
  },
  ended: {
    title: words.signupLinkEnded,
    lead: words.signupLinkEndedHelp,
  },
  full: {
    title: words.signupLinkFull,
    lead: words.signupLinkFullHelp,
  },
};

interface SignupProblemProps {
  problem: InvitationProblem | SignupUrlProblem;
  renewable: boolean;
  token: string;
}

/** Explains why a link doesn't work, and what to do. */
export function SignupProblem({ problem, renewable, token }: SignupProblemProps) {
  const renewing = useMutation({ mutationFn: () => call(renewInvitation, { body: { token } }) });
  const { title, lead } = texts[problem];
  if (renewing.isSuccess) {
    return (
      <BareFrame title={words.invitationRenewed} lead={words.invitationRenewedHelp}>
        <p className={classes.aside}>{words.noInvitationHelp({ supportEmail: supportEmail() })}</p>
      </BareFrame>
    );
  }
  return (
    <BareFrame title={title} lead={lead}>
      {renewing.error && <Notice tone="stop">{messageOf(renewing.error)}</Notice>}
      <div className={classes.acts}>
        {renewable && (
          <Button label={words.sendNewInvitation} loading={renewing.isPending} onClick={() => renewing.mutate()} />
        )}
        <Button
          variant={renewable || problem !== "accepted" ? "secondary" : "primary"}
          label={words.logIn}
          href="/login"
        />
      </div>
    </BareFrame>
  );
}

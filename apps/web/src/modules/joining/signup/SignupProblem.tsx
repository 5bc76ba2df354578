import { useMutation } from "@tanstack/react-query";
import type { InvitationProblem, SignupUrlProblem } from "@touchline/contract/enums";
import { renewInvitation } from "@touchline/contract/joining/invitations";
import { Button, Notice } from "@touchline/ui";
import { call } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { BareFrame } from "../../../front/BareFrame.tsx";
import { supportEmail } from "../../../support-email.ts";
import classes from "./Signup.module.css";

/** Each problem in a sentence, and the way forward in another. */
const words: Record<InvitationProblem | SignupUrlProblem, { title: string; lead: string }> = {
  unknown: {
    title: "This link isn't complete",
    lead: "Open the link from the email again, or scan the code again. If that doesn't help, ask the person who invited you for a new one.",
  },
  accepted: {
    title: "You've already accepted this invitation",
    lead: "Log in to see your requirements.",
  },
  superseded: {
    title: "There is a newer invitation",
    lead: "Use the link in the latest email, or request another one to the same address.",
  },
  left: {
    title: "This invitation is no longer valid",
    lead: "You're no longer on the organization's list. Ask your club or team to add you again.",
  },
  minor: {
    title: "A parent or guardian acts for you",
    lead: "You’re under 18, so this invitation doesn’t work. Ask your club or team to invite your parent or guardian.",
  },
  expired: {
    title: "This invitation has expired",
    lead: "Invitations work for 14 days. Request a new one to the same address.",
  },
  revoked: {
    title: "This sign-up link was withdrawn",
    lead: "It can no longer be used. Ask your club or team for a new one.",
  },
  ended: {
    title: "This sign-up link has ended",
    lead: "It expired. Ask your club or team for a new one.",
  },
  full: {
    title: "This sign-up link is full",
    lead: "It was limited to a number of people. Ask your club or team for a new one.",
  },
};

interface SignupProblemProps {
  problem: InvitationProblem | SignupUrlProblem;
  renewable: boolean;
  token: string;
}

/** A link that does not work, and what does. */
export function SignupProblem({ problem, renewable, token }: SignupProblemProps) {
  const renewing = useMutation({ mutationFn: () => call(renewInvitation, { body: { token } }) });
  const { title, lead } = words[problem];
  if (renewing.isSuccess) {
    return (
      <BareFrame title="A new invitation is on its way" lead="Check your email, including the spam folder.">
        <p className={classes.aside}>
          Nothing after ten minutes? Ask the person who invited you, or write to {supportEmail()}.
        </p>
      </BareFrame>
    );
  }
  return (
    <BareFrame title={title} lead={lead}>
      {renewing.error && <Notice tone="stop">{messageOf(renewing.error)}</Notice>}
      <div className={classes.acts}>
        {renewable && (
          <Button label="Send a new invitation" loading={renewing.isPending} onClick={() => renewing.mutate()} />
        )}
        <Button variant={renewable || problem !== "accepted" ? "secondary" : "primary"} label="Log in" href="/login" />
      </div>
    </BareFrame>
  );
}

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
    title: words.thisLinkIsntComplete,
    lead: words.openTheLinkFromTheEmailAgain,
  },
  accepted: {
    title: words.youveAlreadyAcceptedThisInvitation,
    lead: words.logInToSeeYour,
  },
  superseded: {
    title: words.thereIsANewerInvitation,
    lead: words.theLinkInTheLatest,
  },
  left: {
    title: words.thisInvitationIsNoLonger,
    lead: words.youreNoLongerOnThe,
  },
  minor: {
    title: words.aParentOrGuardianActs,
    lead: words.youreUnder18SoThis,
  },
  expired: {
    title: words.thisInvitationHasExpired,
    lead: words.invitationsWorkFor14Days,
  },
  revoked: {
    title: words.thisSignUpLinkWas,
    lead: words.itCanNoLongerBe,
  },
  ended: {
    title: words.thisSignUpLinkHas,
    lead: words.itExpiredAskYourClub,
  },
  full: {
    title: words.thisSignUpLinkIs,
    lead: words.itWasLimitedToA,
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
  const { title, lead } = texts[problem];
  if (renewing.isSuccess) {
    return (
      <BareFrame title={words.aNewInvitationIsOn} lead={words.checkYourEmailIncludingThe}>
        <p className={classes.aside}>{words.nothingAfterTenMinutesAsk({ supportEmail: supportEmail() })}</p>
      </BareFrame>
    );
  }
  return (
    <BareFrame title={title} lead={lead}>
      {renewing.error && <Notice tone="stop">{messageOf(renewing.error)}</Notice>}
      <div className={classes.acts}>
        {renewable && (
          <Button label={words.sendANewInvitation} loading={renewing.isPending} onClick={() => renewing.mutate()} />
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

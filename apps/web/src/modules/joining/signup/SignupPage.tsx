import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { CallFailed } from "../../../client.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { BareFrame } from "../../../front/BareFrame.tsx";
import { readClaims } from "../../../session/claims.ts";
import { keepTyped } from "../../../session/form-draft.ts";
import { loginHref } from "../../../session/next-path.ts";
import { isLoggedIn } from "../../../session/security.ts";
import { startSession } from "../../../session/start.ts";
import { useSecurity } from "../../../session/useSecurity.ts";
import { BeforeShell } from "../../../shell/BeforeShell.tsx";
import { useTitle } from "../../../useTitle.ts";
import { AcceptLoggedIn, ConfirmFirst, LogInToAccept } from "./AccountForms.tsx";
import { InvitationCard } from "./InvitationCard.tsx";
import { JoinByUrl } from "./JoinByUrl.tsx";
import { LogInNow, nextStepQuery, type Signup, type Taker, takeUp, typedForm } from "./queries.ts";
import { RegisterForm } from "./RegisterForm.tsx";
import { SignupProblem } from "./SignupProblem.tsx";
import { words } from "./words.ts";

/** The steps of signing up, by the link of an invitation or a sign-up URL. Source: specification 1, section 2, sign-up. */
export function SignupPage() {
  useTitle(words.signUp);
  const { token } = useSearch({ strict: false }) as { token?: unknown };
  if (typeof token !== "string" || token === "") return <SignupProblem problem="unknown" renewable={false} token="" />;
  return <ByToken key={token} token={token} />;
}

function ByToken({ token }: { token: string }) {
  const security = useSecurity();
  const navigate = useNavigate();
  const start = useQuery({ queryKey: ["session"], queryFn: startSession, enabled: !security.isLoaded });
  const taking = useMutation({
    mutationFn: (taker: Taker) => takeUp(token, taker),
    onSuccess: () => {
      keepTyped(typedForm(token), null);
      return navigate({ href: "/", replace: true });
    },
    onError: (error) => {
      if (error instanceof LogInNow) {
        const href = error.thenBack ? loginHref(`/signup?${new URLSearchParams({ token })}`) : "/login";
        return void navigate({ href, replace: true });
      }
      // The link, or the account of the address, has changed since the page was opened.
      if (error instanceof CallFailed && error.status === 409) void step.refetch();
    },
  });
  const busy = taking.isPending || taking.isSuccess;
  const [opened, setOpened] = useState<Signup | null>(null);
  const step = useQuery({
    ...nextStepQuery(token),
    // Logging in drops what was cached; what is shown stays until the page is left.
    enabled: !busy && opened === null,
    placeholderData: (before) => before,
    refetchOnWindowFocus: false,
  });

  // An opened sign-up URL stays open: the person who takes its last place uses it up.
  if (step.data?.signup && opened === null) setOpened(step.data.signup);
  if (opened && security.isLoaded) return <JoinByUrl token={token} signup={opened} />;
  if (!security.isLoaded || !step.data) {
    const failed = step.error ?? start.error;
    const retry = () => void (step.error ? step.refetch() : start.refetch());
    return (
      <BeforeShell label={words.loadingYourInvitation}>
        {failed && <LoadFailed title={words.invitationNotLoaded} error={failed} onRetry={retry} />}
      </BeforeShell>
    );
  }
  const { invitation, problem, renewable } = step.data;
  if (!invitation) return <SignupProblem problem={problem ?? "unknown"} renewable={renewable} token={token} />;
  const form = { invitation, onTake: taking.mutate, busy, error: taking.error };
  // The form that logs in stays until it is done.
  const loggingIn = busy && taking.variables?.as !== "loggedIn";
  const claims = isLoggedIn(security) ? readClaims(security.token ?? "") : null;
  return (
    <BareFrame
      title={words.joinOrganization({ organizationName: invitation.organizationName })}
      picture={invitation.organizationPhoto}
      lead={words.invitationLead({ firstName: invitation.firstName })}
    >
      <InvitationCard invitation={invitation} />
      {claims && !loggingIn ? (
        <AcceptLoggedIn {...form} as={claims.email} />
      ) : step.data.step === "login" ? (
        <LogInToAccept {...form} />
      ) : step.data.step === "need-to-confirm-email" ? (
        <ConfirmFirst email={invitation.email} />
      ) : (
        <RegisterForm {...form} token={token} />
      )}
    </BareFrame>
  );
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { BareFrame } from "../front/BareFrame.tsx";
import { GoTo } from "../GoTo.tsx";
import { useTitle } from "../useTitle.ts";
import { DemoLogins } from "./DemoLogins.tsx";
import { enterAsProfile } from "./enter.ts";
import { LoginForm } from "./LoginForm.tsx";
import classes from "./LoginPage.module.css";
import { nextPath } from "./next-path.ts";
import { OrganizationSignIns } from "./OrganizationSignIns.tsx";
import { PartnerSignIns } from "./PartnerSignIns.tsx";
import { passkeyForSignIn, passkeysWork } from "./passkeys.ts";
import { SecondStepForm } from "./SecondStepForm.tsx";
import { isLoggedIn } from "./security.ts";
import {
  mustBeginAgain,
  type SecondFactor,
  SecondFactorRequired,
  signIn,
  signInByPasskey,
  signInFurther,
} from "./sign-in.ts";
import { useSecurity } from "./useSecurity.ts";
import { words } from "./words.ts";

export interface Credentials {
  email: string;
  password: string;
}
/** The part of the login that every way has: whether to stay logged in. */
export interface Login extends Credentials {
  remember: boolean;
}

/** A login attempt: with a password, with a passkey alone, or with the second factor after the password. */
type Attempt =
  | ({ by: "password" } & Login)
  | { by: "passkey"; remember: boolean }
  | { by: "factor"; step: SecondFactorRequired; factor: SecondFactor; remember: boolean };

function attempt(login: Attempt, assertion: string): Promise<void> {
  if (login.by === "password") return signIn(login.email, login.password, login.remember);
  if (login.by === "passkey") return signInByPasskey(assertion, login.remember);
  return signInFurther(login.step.mfaToken, login.factor, login.remember);
}

/**
 * Asks for email address and password and, if the account requires it, for a second factor; or for a passkey. Afterwards, the
 * person gets to the page that they were going to.
 */
export function LoginPage() {
  useTitle(words.logIn);
  const { next } = useSearch({ strict: false }) as { next?: unknown };
  const security = useSecurity();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [step, setStep] = useState<{ required: SecondFactorRequired; remember: boolean } | null>(null);
  const login = useMutation({
    /** @returns whether the person is logged in now. They may have canceled the choice of a passkey. */
    mutationFn: async (input: Attempt) => {
      const assertion = input.by === "passkey" ? await passkeyForSignIn() : "";
      if (assertion === null) return false;
      await attempt(input, assertion);
      const entered = await enterAsProfile(queryClient);
      const search = typeof next === "string" ? { next } : {};
      if (entered) await navigate({ href: nextPath(next), replace: true });
      else await navigate({ to: "/select-profile", search, replace: true });
      return true;
    },
    onError: (error, { remember }) => {
      if (error instanceof SecondFactorRequired) setStep({ required: error, remember });
      else if (mustBeginAgain(error)) setStep(null);
    },
  });
  const busy = login.isPending || login.data === true;
  if (isLoggedIn(security) && !busy) return <GoTo href={nextPath(next)} />;
  const error = login.error instanceof SecondFactorRequired ? null : login.error;
  if (step) {
    const { required, remember } = step;
    return (
      <BareFrame title={words.secondStepTitle} lead={words.secondStepLead}>
        <SecondStepForm
          methods={required.methods}
          busy={busy}
          error={error}
          onShow={(factor) => login.mutate({ by: "factor", step: required, factor, remember })}
          onBack={() => {
            login.reset();
            setStep(null);
          }}
        />
      </BareFrame>
    );
  }
  const lead = typeof next === "string" ? words.loginLeadReturning : words.loginLead;
  return (
    <BareFrame title={words.logIn} lead={lead}>
      <LoginForm
        onSubmit={(fields) => login.mutate({ by: "password", ...fields })}
        onPasskey={passkeysWork() ? (remember) => login.mutate({ by: "passkey", remember }) : undefined}
        busy={busy}
        error={error}
        byPasskey={login.variables?.by === "passkey"}
        others={(email, remember) => (
          <div className={classes.partners}>
            <OrganizationSignIns email={email} next={next} remember={remember} disabled={busy} />
            <PartnerSignIns next={next} remember={remember} disabled={busy} />
          </div>
        )}
      />
      <DemoLogins
        onChoose={(credentials) => login.mutate({ by: "password", ...credentials, remember: false })}
        disabled={busy}
      />
    </BareFrame>
  );
}

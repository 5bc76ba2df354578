import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Button, TextInput, TextLink } from "@touchline/ui";
import { type FormEvent, useRef, useState } from "react";
import { BareFrame } from "../../../front/BareFrame.tsx";
import { readClaims } from "../../../session/claims.ts";
import { keepTypedAddress } from "../../../session/form-draft.ts";
import { LoginForm } from "../../../session/LoginForm.tsx";
import type { Login } from "../../../session/LoginPage.tsx";
import { SecondStepForm } from "../../../session/SecondStepForm.tsx";
import { isLoggedIn } from "../../../session/security.ts";
import {
  mustBeginAgain,
  type SecondFactor,
  SecondFactorRequired,
  signIn,
  signInFurther,
} from "../../../session/sign-in.ts";
import { useFormDraft } from "../../../session/useFormDraft.ts";
import { useSecurity } from "../../../session/useSecurity.ts";
import { textIn, useUrlState } from "../../../url-state.ts";
import { ConfirmAddress } from "./ConfirmAddress.tsx";
import { JoinForm } from "./JoinForm.tsx";
import { JoinLoggedIn } from "./JoinLoggedIn.tsx";
import { joinAsNew, LogInNow, type Signup, type SignupInput, typedForm } from "./queries.ts";
import classes from "./Signup.module.css";
import { typedNothing } from "./typed-joining.ts";
import { words } from "./words.ts";

interface JoinByUrlProps {
  token: string;
  signup: Signup;
}

/**
 * Joins by a sign-up URL, one screen for each step. No step reveals whether an address has an account: new people begin at once
 * and confirm the address by email, and account owners log in.
 */
export function JoinByUrl({ token, signup }: JoinByUrlProps) {
  const security = useSecurity();
  const navigate = useNavigate();
  const [step, change] = useUrlState((search) => textIn(search.step));
  // The idempotency key is the same for every submission of this form, even after a reload, so that no one is created twice.
  const form = useFormDraft(typedForm(token), () => ({ ...typedNothing, attempt: crypto.randomUUID() as string }));
  const { email, attempt } = form.typed;
  const [password, setPassword] = useState("");
  const joining = useMutation({
    mutationFn: (member: Omit<SignupInput, "attempt">) => joinAsNew(token, { ...member, attempt }),
    onSuccess: () => {
      form.forget();
      change({ step: "need-to-confirm-email" });
    },
    onError: (error) => {
      if (error instanceof LogInNow) void navigate({ href: "/login", replace: true });
    },
  });
  const [further, setFurther] = useState<{ required: SecondFactorRequired; remember: boolean } | null>(null);
  const loggingIn = useMutation({
    mutationFn: ({ email, password, remember }: Login) => signIn(email, password, remember),
    onError: (error, { remember }) => {
      if (error instanceof SecondFactorRequired) setFurther({ required: error, remember });
    },
  });
  const goingFurther = useMutation({
    mutationFn: ({ step, factor }: { step: NonNullable<typeof further>; factor: SecondFactor }) =>
      signInFurther(step.required.mfaToken, factor, step.remember),
    onError: (error) => {
      if (mustBeginAgain(error)) setFurther(null);
    },
  });
  const claims = isLoggedIn(security) && !joining.isPending ? readClaims(security.token ?? "") : null;
  const frame = { title: words.joinOrganization({ organizationName: signup.organizationName }), signup };

  if (claims && step === "need-to-confirm-email") {
    return (
      <BareFrame title={words.joined} lead={words.joinedHelp({ organizationName: signup.organizationName })}>
        <div className={classes.acts}>
          <Button label={words.seeMyRequirements} href="/" />
        </div>
        <ConfirmAddress />
      </BareFrame>
    );
  }
  if (claims) {
    return (
      <Frame {...frame}>
        <JoinLoggedIn
          token={token}
          signup={signup}
          accountId={claims.sub}
          as={claims.email}
          typed={form.typed}
          onType={form.change}
          onJoined={form.forget}
        />
      </Frame>
    );
  }
  if (step === "login" && further) {
    return (
      <Frame {...frame} lead={words.secondStepLead}>
        <SecondStepForm
          methods={further.required.methods}
          busy={goingFurther.isPending || goingFurther.isSuccess}
          error={goingFurther.error}
          onShow={(factor) => goingFurther.mutate({ step: further, factor })}
          onBack={() => {
            loggingIn.reset();
            goingFurther.reset();
            setFurther(null);
          }}
        />
      </Frame>
    );
  }
  if (step === "login") {
    return (
      <Frame {...frame} lead={words.logInThenJoin}>
        <LoginForm
          onSubmit={loggingIn.mutate}
          busy={loggingIn.isPending || loggingIn.isSuccess}
          error={loggingIn.error instanceof SecondFactorRequired ? goingFurther.error : loggingIn.error}
        />
        <p className={classes.aside}>
          {words.newHere} <TextLink href={stepPath(token, "")}>{words.signUpWithEmail}</TextLink>
        </p>
      </Frame>
    );
  }
  if (isEmail(email) && step === "full-signup-form") {
    return (
      <Frame {...frame} lead={words.enterDetails}>
        <JoinForm
          typed={form.typed}
          onType={form.change}
          password={password}
          onPassword={setPassword}
          onJoin={(member) => joining.mutate({ ...member, email })}
          onOtherEmail={() => change({ step: undefined })}
          busy={joining.isPending || joining.isSuccess}
          error={joining.error}
        />
        <p className={classes.aside}>
          {words.haveAccount} <TextLink href={stepPath(token, "login")}>{words.logInToJoin}</TextLink>
        </p>
      </Frame>
    );
  }
  return (
    <Frame {...frame} lead={words.askForEmailLead}>
      <AskForEmail
        email={email}
        onType={(typed) => {
          form.change({ email: typed });
          keepTypedAddress(typed);
        }}
        onContinue={() => {
          form.change({ email: email.trim() });
          change({ step: "full-signup-form" }, { back: true });
        }}
      />
      <div className={classes.or}>
        <Button variant="secondary" label={words.logInInstead} fullWidth href={stepPath(token, "login")} />
      </div>
    </Frame>
  );
}

const stepPath = (token: string, step: string) =>
  `/signup?${new URLSearchParams({ token, ...(step !== "" && { step }) })}`;

interface FrameProps {
  title: string;
  lead?: string;
  signup: Signup;
  children: React.ReactNode;
}

/** Shown above every step: who invites to what. */
function Frame({ title, lead, signup, children }: FrameProps) {
  return (
    <BareFrame title={title} picture={signup.organizationPhoto} {...(lead && { lead })}>
      <div className={classes.card}>
        <p className={`${classes.place} ${classes.label}`}>
          {words.labelAtLevel({ labelName: signup.labelName, levelName: signup.levelName })}
        </p>
        {signup.invitedBy && <p className={classes.quiet}>{words.invitedBy({ name: signup.invitedBy })}</p>}
      </div>
      {children}
    </BareFrame>
  );
}

const isEmail = (text: string) => /^\S+@\S+\.\S+$/.test(text.trim());

interface AskForEmailProps {
  email: string;
  onType: (email: string) => void;
  onContinue: () => void;
}

/** The first question, which sends nothing. */
function AskForEmail({ email, onType, onContinue }: AskForEmailProps) {
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const problem = isEmail(email) ? undefined : words.emailInvalid;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem) return field.current?.focus();
    onContinue();
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        ref={field}
        label={words.emailAddress}
        description={words.emailHelp}
        type="email"
        name="username"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={email}
        onChange={(event) => onType(event.currentTarget.value)}
        error={tried ? problem : undefined}
      />
      <Button type="submit" label={words.continue} fullWidth />
    </form>
  );
}

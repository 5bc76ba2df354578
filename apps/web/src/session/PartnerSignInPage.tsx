import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Button, LoadingState, Notice, PasswordInput, TextLink } from "@touchline/ui";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { messageOf } from "../ErrorScreens.tsx";
import { BareFrame } from "../front/BareFrame.tsx";
import { useTitle } from "../useTitle.ts";
import { enterAsProfile } from "./enter.ts";
import { keepTypedAddress } from "./form-draft.ts";
import classes from "./LoginPage.module.css";
import { nextPath } from "./next-path.ts";
import {
  finishAtPartner,
  forgetPartner,
  goFurtherAtPartner,
  nextAfterPartner,
  type ProofNeeded,
  partnerProblem,
  proveAtPartner,
} from "./partner-sign-in.ts";
import { SecondStepForm } from "./SecondStepForm.tsx";
import { mustBeginAgain, type SecondFactor, SecondFactorRequired } from "./sign-in.ts";
import { words } from "./words.ts";

/** The return page of a partner's sign-in: logs in, or asks once for the password of the existing account. */
export function PartnerSignInPage() {
  useTitle(words.logIn);
  const [code] = useState(() => new URLSearchParams(location.hash.slice(1)).get("code") ?? "");
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const enter = async () => {
    const next = nextAfterPartner();
    const entered = await enterAsProfile(queryClient);
    forgetPartner();
    const search = typeof next === "string" ? { next } : {};
    if (entered) await navigate({ href: nextPath(next), replace: true });
    else await navigate({ to: "/select-profile", search, replace: true });
  };
  const [step, setStep] = useState<SecondFactorRequired | null>(null);
  const onError = (error: Error) => {
    if (error instanceof SecondFactorRequired) setStep(error);
  };
  const finishing = useMutation({
    mutationFn: async () => {
      const proof = await finishAtPartner(code);
      if (!proof) await enter();
      return proof;
    },
    onError,
  });
  const proving = useMutation({
    mutationFn: async (password: string) => {
      await proveAtPartner(code, password);
      await enter();
    },
    onError,
  });
  const goingFurther = useMutation({
    mutationFn: async ({ required, factor }: { required: SecondFactorRequired; factor: SecondFactor }) => {
      await goFurtherAtPartner(code, required, factor);
      await enter();
    },
  });
  const { mutate } = finishing;
  useEffect(() => mutate(), [mutate]);

  // The partner's code can be used only once, so the second step starts again from there.
  const failed = mustBeginAgain(goingFurther.error) ? goingFurther.error : step ? null : finishing.error;
  if (failed) {
    return (
      <BareFrame title={words.notLoggedIn}>
        <div className={classes.form}>
          <Notice tone="stop">{partnerProblem(failed, false) ?? messageOf(failed)}</Notice>
          <Button label={words.backToLogin} href="/login" />
        </div>
      </BareFrame>
    );
  }
  if (step) {
    return (
      <BareFrame title={words.secondStepTitle} lead={words.verifyIdentity}>
        <SecondStepForm
          methods={step.methods}
          busy={goingFurther.isPending || goingFurther.isSuccess}
          error={goingFurther.error}
          onShow={(factor) => goingFurther.mutate({ required: step, factor })}
          onBack={() => void navigate({ href: "/login", replace: true })}
        />
      </BareFrame>
    );
  }
  if (finishing.data) {
    const busy = proving.isPending || proving.isSuccess;
    return <Proof proof={finishing.data} onSubmit={proving.mutate} busy={busy} error={proving.error} />;
  }
  return (
    <BareFrame title={words.loggingIn}>
      <LoadingState label={words.loggingInLabel} lines={1} />
    </BareFrame>
  );
}

interface ProofProps {
  proof: ProofNeeded;
  onSubmit: (password: string) => void;
  busy: boolean;
  error: unknown;
}

function Proof({ proof, onSubmit, busy, error }: ProofProps) {
  const [password, setPassword] = useState("");
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error) field.current?.select();
  }, [error]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (password === "") return field.current?.focus();
    if (!busy) onSubmit(password);
  };
  return (
    <BareFrame
      title={proof.elsewhere ? words.elsewhereTitle : words.connectTitle}
      lead={(proof.elsewhere ? words.elsewhereLead : words.connectLead)({ email: proof.email, name: proof.name })}
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        {/* Tells password managers whose password this is. */}
        <input type="email" name="username" autoComplete="username" value={proof.email} readOnly hidden />
        <PasswordInput
          ref={field}
          label={words.password}
          name="password"
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={tried && password === "" ? words.connectPasswordMissing : undefined}
        />
        {error !== null && error !== undefined && !busy && (
          <Notice tone="stop">{partnerProblem(error, true) ?? messageOf(error)}</Notice>
        )}
        <Button type="submit" label={proof.elsewhere ? words.logIn : words.logInAndConnect} fullWidth loading={busy} />
        <p className={classes.aside}>
          <TextLink href="/forgot-password" onClick={() => keepTypedAddress(proof.email)}>
            {words.forgotPassword}
          </TextLink>{" "}
          {words.forgotPasswordAtPartner({ name: proof.name })}
        </p>
      </form>
    </BareFrame>
  );
}

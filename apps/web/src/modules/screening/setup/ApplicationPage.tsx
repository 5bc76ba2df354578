import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Onboarding } from "@touchline/contract/screening/onboarding";
import { type OnboardingStep, onboardingProblems, onboardingSteps } from "@touchline/rules/screening/onboarding";
import { Button, Facts, LoadingState, Notice, PageHeader, Panel, useNotify } from "@touchline/ui";
import { type FormEvent, useRef, useState } from "react";
import { dayOfInstant } from "../../../dates.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { type FieldErrors, focusFirstError, focusSoon, noErrors, refusedFields } from "../../../form-errors.ts";
import { GoTo } from "../../../GoTo.tsx";
import { LeaveGuard } from "../../../LeaveGuard.tsx";
import { words as screeningWords } from "../../../screening/words.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import { StepFields } from "./ApplicationSteps.tsx";
import { OnboardingBadge } from "./OwnAccountPanel.tsx";
import { onboardingQuery, submitOnboarding } from "./queries.ts";
import classes from "./Screening.module.css";
import { organizationPath } from "./ScreeningPage.tsx";
import { type ApplicationSaving, useApplication } from "./useApplication.ts";
import { words } from "./words.ts";

const steps = Object.keys(onboardingSteps) as [OnboardingStep, ...OnboardingStep[]];
const readStep = (search: RawSearch): OnboardingStep => {
  return steps.find((step) => step === textIn(search.step)) ?? steps[0];
};

/** What Yardstik must know to open an account of the organization's own, in steps; then how far it is. */
export function ApplicationPage() {
  useTitle(words.application);
  const { organizationId, roles, yardstikOnboardingStatus } = useActiveProfile();
  const { data, error, refetch } = useQuery(onboardingQuery(organizationId));
  const [round, setRound] = useState(0);
  if (yardstikOnboardingStatus === null) return <GoTo href="/" />;
  if (error && !data)
    return <LoadFailed title={words.applicationNotLoaded} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={words.loadingApplication} lines={6} />;
  const reload = async () => {
    await refetch();
    setRound(round + 1);
  };
  const isOpen = data.status === "NotStarted" || data.status === "InProgress";
  const path = [...organizationPath(roles), { label: words.screening, href: "/account/organization/screening" }];
  return (
    <>
      <PageHeader title={words.application} path={path}>
        {words.applicationAbout}
      </PageHeader>
      <div className={classes.parts}>
        {data.simulated && <Notice tone="needs">{screeningWords.simulated}</Notice>}
        {!data.offered && <Notice tone="stop">{words.notOffered}</Notice>}
        {data.refused && (
          <Notice tone="stop" title={words.refusedTitle}>
            {words.refusedHint}
          </Notice>
        )}
        {!isOpen && <Submitted application={data} />}
        {isOpen && data.offered && <Application key={round} begun={data} onReload={() => void reload()} />}
      </div>
    </>
  );
}

function Submitted({ application }: { application: Onboarding }) {
  const { organization } = useActiveProfile();
  const { status, submittedAt, submittedBy, activatedAt, info } = application;
  const dateOf = (instant: string | null) => instant && dayOfInstant(instant, organization.timeZone);
  const submitted = dateOf(submittedAt);
  return (
    <Panel title={words.ownAccount} badge={<OnboardingBadge status={status} />}>
      <div className={classes.body}>
        <p>{status === "Activated" ? words.activatedHint : words.submittedHint}</p>
        <Facts
          facts={[
            { label: words.legalName, value: info.legalName },
            {
              label: words.submittedOn,
              value: submitted && (submittedBy ? words.onBy({ date: submitted, name: submittedBy }) : submitted),
            },
            { label: words.activatedOn, value: dateOf(activatedAt) },
          ]}
        />
      </div>
    </Panel>
  );
}

function Application({ begun, onReload }: { begun: Onboarding; onReload: () => void }) {
  const { organizationId } = useActiveProfile();
  const application = useApplication(organizationId, begun);
  const [step, changeAddress] = useUrlState(readStep);
  const [errors, setErrors] = useState<FieldErrors>(noErrors);
  const [certified, setCertified] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { queryKey } = onboardingQuery(organizationId);
  const { info, state } = application;
  // Files are sent at once, so only the server knows whether there is one.
  const { data } = useQuery(onboardingQuery(organizationId));
  const problems = onboardingProblems(info, { hasTaxDocument: (data ?? begun).taxDocument !== null }) as FieldErrors;
  const here = steps.indexOf(step);
  const before = steps[here - 1];
  const after = steps[here + 1];

  const go = (to: OnboardingStep) => {
    setErrors(noErrors);
    changeAddress({ step: to }, { back: true });
    focusSoon(() => heading.current);
  };
  const submitting = useMutation({
    mutationFn: async () => {
      const version = await application.versionToSubmit();
      return version === null ? null : submitOnboarding(organizationId, version);
    },
    onSuccess: async (saved) => {
      if (saved === null) return;
      notify("done", words.submitted);
      queryClient.setQueryData(queryKey, saved);
      await Promise.all(
        ["screening", "activeProfile"].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
      );
    },
    onError: (error) => {
      const refused = Object.entries(refusedFields(error) ?? noErrors);
      setErrors(Object.fromEntries(refused.map(([path, text]) => [path.replace(/^info\./, ""), text])));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (submitting.isPending) return;
    const mine = Object.fromEntries(onboardingSteps[step].flatMap((field) => pairOf(field, problems[field])));
    const found = !after && !certified ? { ...mine, certified: words.certifyFirst } : mine;
    setErrors(found);
    if (Object.keys(found).length > 0) return focusFirstError(form.current);
    if (after) go(after);
    else if (Object.keys(problems).length === 0) submitting.mutate();
  };
  return (
    <>
      <StepList current={step} onGo={go} />
      {state === "elsewhere" && (
        <Notice
          tone="needs"
          title={words.changedElsewhere}
          action={<Button small variant="secondary" label={words.reload} onClick={onReload} />}
        >
          {words.changedElsewhereHint}
        </Notice>
      )}
      <form ref={form} className={classes.form} onSubmit={submit} noValidate>
        <h2 ref={heading} tabIndex={-1}>
          {words.stepNames[step]}
        </h2>
        <StepFields
          step={step}
          info={info}
          taxDocument={(data ?? begun).taxDocument}
          errors={errors}
          onChange={(next) => {
            setErrors(noErrors);
            application.change(next);
          }}
          certified={certified}
          onCertified={(next) => {
            setErrors(noErrors);
            setCertified(next);
          }}
        />
        {!after && <Missing problems={problems} onGo={go} />}
        {submitting.error && !refusedFields(submitting.error) && (
          <Notice tone="stop" title={words.notSubmitted}>
            {messageOf(submitting.error)}
          </Notice>
        )}
        <div className={classes.acts}>
          {before && <Button variant="secondary" label={words.back} onClick={() => go(before)} />}
          <Button
            type="submit"
            label={after ? words.next : words.submit}
            loading={submitting.isPending}
            disabledReason={!after && Object.keys(problems).length > 0 ? words.incomplete : undefined}
          />
          <SavedNote state={state} onRetry={() => void application.flush()} />
        </div>
      </form>
      <LeaveGuard unsaved={state === "failed" || state === "elsewhere"} loss={words.answersLost} />
    </>
  );
}

const pairOf = (field: string, problem: string | undefined): [string, string][] =>
  problem === undefined ? [] : [[field, problem]];

function StepList({ current, onGo }: { current: OnboardingStep; onGo: (step: OnboardingStep) => void }) {
  return (
    <nav aria-label={words.steps}>
      <ol className={classes.steps}>
        {steps.map((step, at) => (
          <li key={step}>
            <button
              type="button"
              className={classes.step}
              aria-current={step === current ? "step" : undefined}
              onClick={() => onGo(step)}
            >
              {`${at + 1}. ${words.stepNames[step]}`}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The steps that are not complete, each a way back to it. */
function Missing({ problems, onGo }: { problems: FieldErrors; onGo: (step: OnboardingStep) => void }) {
  const missing = steps
    .slice(0, -1)
    .map((step) => ({ step, count: onboardingSteps[step].filter((field) => field in problems).length }))
    .filter(({ count }) => count > 0);
  if (missing.length === 0) return null;
  return (
    <Notice tone="needs" title={words.incomplete}>
      <ul className={classes.list}>
        {missing.map(({ step, count }) => (
          <li key={step}>
            <button type="button" className={classes.step} onClick={() => onGo(step)}>
              {words.incompleteStep({ step: words.stepNames[step], count })}
            </button>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

const savedTexts: Record<ApplicationSaving, string> = {
  saved: words.saved,
  saving: words.saving,
  unsaved: words.saving,
  elsewhere: "",
  failed: words.saveFailed,
};

/** Whether what was typed is kept yet. */
function SavedNote({ state, onRetry }: { state: ApplicationSaving; onRetry: () => void }) {
  return (
    <span className={classes.saved} role="status">
      {savedTexts[state]}
      {state === "failed" && <Button small variant="tertiary" label={words.tryAgain} onClick={onRetry} />}
    </span>
  );
}

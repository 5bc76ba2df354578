import { useMutation, useQueryClient } from "@tanstack/react-query";
import { IdentityDocument } from "@touchline/contract/library/content-settings";
import {
  type IdentityImageKind,
  type IdentityProgress,
  sendIdentityVerification,
} from "@touchline/contract/verification/identity";
import { Button, DateInput, LoadingState, Notice, Panel } from "@touchline/ui";
import { type FormEvent, lazy, Suspense, useRef, useState } from "react";
import { call } from "../../../client.ts";
import { dayIn } from "../../../dates.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { serverNow } from "../../../session/clock.ts";
import type { FlowProps } from "../requirements/Flow.tsx";
import { refreshAfterSubmission } from "../requirements/queries.ts";
import page from "../requirements/RequirementPage.module.css";
import { asksValidUntil } from "../requirements/submission.ts";
import type { ConfirmedValues, ConfirmProblems } from "./ConfirmFields.tsx";
import { PhotoList } from "./PhotoList.tsx";
import { shotFor } from "./PhotoSteps.tsx";
import { type IdentityPage, identityQuery, isChecking } from "./queries.ts";
import { words } from "./words.ts";

const ConfirmFields = lazy(() => import("./ConfirmFields.tsx").then((file) => ({ default: file.ConfirmFields })));

interface SubmitStepProps extends FlowProps {
  page: IdentityPage;
  progress: IdentityProgress;
  onRetake: (kind: IdentityImageKind) => void;
  onStartOver: () => void;
}

/** Lists all photos with their status, and submits them once none is being checked anymore. */
export function SubmitStep({
  requirement,
  zone,
  progress,
  page: { keptDays },
  onRetake,
  onStartOver,
}: SubmitStepProps) {
  const { requirementId, profileLevelAccessId } = requirement;
  const { route, images, optional, document: kind, ready, read } = progress;
  const queryClient = useQueryClient();
  const [validUntil, setValidUntil] = useState("");
  const [corrected, setCorrected] = useState<ConfirmedValues | null>(null);
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const checking = isChecking(progress);
  const today = dayIn(new Date(serverNow()).toISOString(), zone);
  const confirmed = read && (corrected ?? { ...read, dateOfBirth: read.dateOfBirth ?? "" });
  const problems = confirmed ? problemsOf(confirmed, today) : {};
  const submitting = useMutation({
    mutationFn: () =>
      call(sendIdentityVerification, {
        params: { id: requirementId },
        body: {
          ...{ profileLevelAccessId, ...(validUntil ? { validUntil } : {}) },
          ...(confirmed && {
            firstName: confirmed.firstName,
            lastName: confirmed.lastName,
            dateOfBirth: confirmed.dateOfBirth,
          }),
        },
        files: [],
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: identityQuery(requirement).queryKey });
      await refreshAfterSubmission(queryClient);
      document.querySelector("h1")?.focus();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (submitting.isPending || !ready || checking) return;
    setTried(true);
    if (Object.keys(problems).length === 0) submitting.mutate();
    else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  };
  // Other documents have a back too, but nothing on it.
  const hasMore = kind === IdentityDocument.BirthCertificate;
  const addable = (hasMore ? optional : []).filter((one) => !images.some((image) => image.kind === one));
  return (
    <Panel title={route === "inPerson" ? words.inPersonTitle : words.submitTitle}>
      <form ref={form} className={page.form} onSubmit={submit} noValidate>
        {route === "inPerson" ? (
          <p className={page.text}>{words.inPersonHelp}</p>
        ) : (
          <PhotoList progress={progress} onRetake={submitting.isPending ? undefined : onRetake} />
        )}
        {addable.length > 0 && (
          <div className={page.buttons}>
            {addable.map((one) => (
              <Button key={one} variant="secondary" label={shotFor(one, kind).act} onClick={() => onRetake(one)} />
            ))}
          </div>
        )}
        {read && confirmed && !checking && (
          <Suspense fallback={<LoadingState label={words.loading} lines={3} />}>
            <ConfirmFields
              read={read}
              values={confirmed}
              problems={tried ? problems : {}}
              today={today}
              disabled={submitting.isPending}
              onChange={setCorrected}
            />
          </Suspense>
        )}
        {asksValidUntil(requirement) && route !== "inPerson" && (
          <DateInput
            label={words.validUntil}
            description={words.validUntilHelp}
            value={validUntil}
            min={today}
            onChange={(event) => setValidUntil(event.currentTarget.value)}
          />
        )}
        <p role="status" className={page.quiet}>
          {checking ? words.checkingHelp : ""}
        </p>
        {submitting.error && (
          <Notice tone="stop" title={words.notSubmitted}>
            {messageOf(submitting.error)}
          </Notice>
        )}
        <div className={page.buttons}>
          <Button
            type="submit"
            label={submitting.error ? words.tryAgain : words.submit}
            loading={submitting.isPending}
            disabled={checking || !ready}
            disabledReason={checking ? words.checkingHelp : undefined}
          />
          <Button variant="secondary" label={words.changeWay} disabled={submitting.isPending} onClick={onStartOver} />
        </div>
        <p className={page.quiet}>
          {words.personDecides} {route !== "inPerson" && words.kept({ days: keptDays })}
        </p>
      </form>
    </Panel>
  );
}

/** The confirmed values that are still missing. */
function problemsOf({ firstName, lastName, dateOfBirth }: ConfirmedValues, today: string): ConfirmProblems {
  return {
    ...(firstName.trim() ? {} : { firstName: words.readFirstNameMissing }),
    ...(lastName.trim() ? {} : { lastName: words.readLastNameMissing }),
    ...(dateOfBirth
      ? dateOfBirth > today
        ? { dateOfBirth: words.readBirthDateInFuture }
        : {}
      : { dateOfBirth: words.readBirthDateMissing }),
  };
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { IdentityDocument } from "@touchline/contract/library/content-settings";
import {
  type IdentityImageKind,
  type IdentityProgress,
  sendIdentityVerification,
} from "@touchline/contract/verification/identity";
import { Button, DateInput, Notice, Panel } from "@touchline/ui";
import { type FormEvent, useState } from "react";
import { call } from "../../../client.ts";
import { dayIn } from "../../../dates.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { serverNow } from "../../../session/clock.ts";
import type { FlowProps } from "../requirements/Flow.tsx";
import { refreshAfterSubmission } from "../requirements/queries.ts";
import page from "../requirements/RequirementPage.module.css";
import { asksValidUntil } from "../requirements/submission.ts";
import { PhotoList } from "./PhotoList.tsx";
import { shotFor } from "./PhotoSteps.tsx";
import { type IdentityPage, identityQuery, isChecking } from "./queries.ts";
import { words } from "./words.ts";

interface SubmitStepProps extends FlowProps {
  page: IdentityPage;
  progress: IdentityProgress;
  onRetake: (kind: IdentityImageKind) => void;
  onStartOver: () => void;
}

/** All photos with where they stand; submitting them, once none is being checked any more. */
export function SubmitStep({
  requirement,
  zone,
  progress,
  page: { keptDays },
  onRetake,
  onStartOver,
}: SubmitStepProps) {
  const { requirementId, profileLevelAccessId } = requirement;
  const { route, images, optional, document: kind, ready } = progress;
  const queryClient = useQueryClient();
  const [validUntil, setValidUntil] = useState("");
  const checking = isChecking(progress);
  const submitting = useMutation({
    mutationFn: () =>
      call(sendIdentityVerification, {
        params: { id: requirementId },
        body: { profileLevelAccessId, ...(validUntil ? { validUntil } : {}) },
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
    if (!submitting.isPending && ready && !checking) submitting.mutate();
  };
  // Other documents have a back too, but nothing on it.
  const hasMore = kind === IdentityDocument.BirthCertificate;
  const addable = (hasMore ? optional : []).filter((one) => !images.some((image) => image.kind === one));
  return (
    <Panel title={route === "inPerson" ? words.inPersonTitle : words.submitTitle}>
      <form className={page.form} onSubmit={submit} noValidate>
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
        {asksValidUntil(requirement) && route !== "inPerson" && (
          <DateInput
            label={words.validUntil}
            description={words.validUntilHelp}
            value={validUntil}
            min={dayIn(new Date(serverNow()).toISOString(), zone)}
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

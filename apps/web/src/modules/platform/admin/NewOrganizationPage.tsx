import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import {
  type CreationStep,
  createOrganization,
  creationSteps,
  type OrganizationDraft,
} from "@touchline/contract/setup/organization-creation";
import { Button, Dialog, LoadingState, Notice, PageHeader, useNotify } from "@touchline/ui";
import { type FormEvent, useRef, useState } from "react";
import { call } from "../../../client.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import {
  type FieldErrors,
  focusFirstError,
  focusSoon,
  noErrors,
  problemsOf,
  refusedFields,
} from "../../../form-errors.ts";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import classes from "./Admin.module.css";
import { creationOf, emptyDraft, errorsOf, firstWrong, stepAfter, stepNames, zoneErrors } from "./creation.ts";
import { DetailsStep } from "./DetailsStep.tsx";
import { PlanStep } from "./PlanStep.tsx";
import { draftQuery, organizationQuery } from "./queries.ts";
import { RolesStep } from "./RolesStep.tsx";
import { SavedNote, StepList } from "./StepList.tsx";
import { useDraft } from "./useDraft.ts";
import { words } from "./words.ts";

const readStep = (search: RawSearch) => creationSteps.find((step) => step === textIn(search.step));

/** A new organization in three steps, kept on the server as one types. */
export function NewOrganizationPage() {
  useTitle(words.newOrganization);
  const { data, error, isFetching, refetch } = useQuery(draftQuery);
  const [round, setRound] = useState(0);
  if (error && data === undefined)
    return <LoadFailed title={words.draftNotLoaded} error={error} onRetry={() => void refetch()} />;
  if (data === undefined || isFetching) return <LoadingState label={words.loadingDraft} />;
  const reload = async () => {
    await refetch();
    setRound(round + 1);
  };
  return <Creation key={round} begun={data} onReload={() => void reload()} onDiscarded={() => setRound(round + 1)} />;
}

interface CreationProps {
  begun: OrganizationDraft | null;
  onReload: () => void;
  onDiscarded: () => void;
}

function Creation({ begun, onReload, onDiscarded }: CreationProps) {
  const draft = useDraft(begun, emptyDraft);
  const [inAddress, changeAddress] = useUrlState(readStep);
  const [errors, setErrors] = useState<FieldErrors>(noErrors);
  const [asking, setAsking] = useState<"discard" | "create" | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const step = inAddress ?? begun?.step ?? "plan";
  const { content } = draft;
  const creating = useCreating(draft, (refused) => {
    setAsking(null);
    setErrors(refused);
    const wrong = firstWrong(refused);
    if (wrong) go(wrong);
  });

  const go = (to: CreationStep) => {
    draft.change(content, to, { now: true });
    changeAddress({ step: to }, { back: true });
    focusSoon(() => heading.current);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = { ...problemsOf(createOrganization.body, creationOf(content)), ...zoneErrors(content) };
    const last = stepAfter(step, 1) === undefined;
    const wrong = last ? firstWrong(found) : Object.keys(errorsOf(found, step)).length > 0 ? step : undefined;
    setErrors(wrong ? found : noErrors);
    if (wrong && wrong !== step) go(wrong);
    if (wrong) focusFirstError(form.current);
    else if (last) setAsking("create");
    else go(stepAfter(step, 1) as CreationStep);
  };
  const fields = {
    content,
    errors: errorsOf(errors, step),
    onChange: (next: typeof content) => {
      setErrors(noErrors);
      draft.change(next, step);
    },
  };
  const before = stepAfter(step, -1);
  return (
    <>
      <PageHeader
        title={words.newOrganization}
        path={[
          { label: "Administration", href: "/admin" },
          { label: "Organizations", href: "/admin/organizations" },
        ]}
        actions={<Button variant="quaternary" danger label={words.startOver} onClick={() => setAsking("discard")} />}
      >
        {words.draftHint}
      </PageHeader>
      <StepList current={step} onGo={go} />
      {draft.state === "elsewhere" && (
        <Notice
          tone="needs"
          title={words.thisWasChangedOnAnother}
          action={<Button small variant="secondary" label={words.reloadDraft} onClick={onReload} />}
        >
          {words.draftNotSaved}
        </Notice>
      )}
      <form ref={form} className={classes.creation} onSubmit={submit} noValidate>
        <h2 className={classes.stepTitle} ref={heading} tabIndex={-1}>
          {stepNames[step]}
        </h2>
        {step === "plan" && <PlanStep {...fields} />}
        {step === "details" && <DetailsStep {...fields} />}
        {step === "roles" && <RolesStep {...fields} />}
        {creating.error && <Notice tone="stop">{messageOf(creating.error)}</Notice>}
        <div className={classes.acts}>
          {before && <Button variant="secondary" label={words.back} onClick={() => go(before)} />}
          <Button
            type="submit"
            label={stepAfter(step, 1) ? words.next : words.createOrganization}
            disabledReason={draft.state === "elsewhere" ? words.reloadDraftFirst : undefined}
          />
          <SavedNote state={draft.state} onRetry={() => void draft.flush()} />
        </div>
      </form>
      <Dialog
        opened={asking === "create"}
        onClose={() => setAsking(null)}
        title={words.createTitle({ name: content.general.name.trim() })}
        footer={
          <>
            <Button variant="secondary" label={words.keepEditing} onClick={() => setAsking(null)} />
            <Button label={words.create} loading={creating.isPending} onClick={() => creating.mutate()} />
          </>
        }
      >
        <p>
          {words.createHint({
            name: `${content.admin.firstName} ${content.admin.lastName}`,
            email: content.admin.email.trim(),
          })}
        </p>
      </Dialog>
      <Dialog
        opened={asking === "discard"}
        onClose={() => setAsking(null)}
        title={words.discardTitle}
        footer={
          <>
            <Button variant="secondary" label={words.keepDraft} onClick={() => setAsking(null)} />
            <Button
              danger
              label={words.startOver}
              loading={draft.discarding.isPending}
              onClick={() =>
                draft.discarding.mutate(undefined, {
                  onSuccess: () => {
                    changeAddress({ step: undefined });
                    onDiscarded();
                  },
                })
              }
            />
          </>
        }
      >
        <p>{words.discardHint}</p>
        {draft.discarding.error && <Notice tone="stop">{messageOf(draft.discarding.error)}</Notice>}
      </Dialog>
    </>
  );
}

/** Creates the organization with the draft's own idempotency key, so that one draft becomes one organization. */
function useCreating(draft: ReturnType<typeof useDraft>, onRefused: (errors: FieldErrors) => void) {
  const notify = useNotify();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await draft.flush();
      const body = creationOf(draft.content);
      return call(createOrganization, { body }, draft.organizationId ? { idempotencyKey: draft.organizationId } : {});
    },
    onSuccess: async ({ organizationId }) => {
      draft.forget();
      queryClient.setQueryData(draftQuery.queryKey, null);
      notify("done", words.organizationCreated({ name: draft.content.general.name.trim() }));
      await queryClient.invalidateQueries({ queryKey: ["organizations"] });
      const { hasCard } = await queryClient.fetchQuery(organizationQuery(organizationId));
      await navigate({ href: `/admin/organizations/${organizationId}${hasCard === false ? "/payment" : ""}` });
    },
    onError: (error) => onRefused(refusedFields(error) ?? noErrors),
  });
}

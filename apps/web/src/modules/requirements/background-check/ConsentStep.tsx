import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getOrganizationFile } from "@touchline/contract/accounts/organization-settings";
import { type ConsentPage, recordConsent } from "@touchline/contract/screening/consents";
import { Button, Checkbox, Notice, Panel, TextInput, TextLink, useNotify } from "@touchline/ui";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { CallFailed, call, download } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { saveFile } from "../../../files/save-file.ts";
import { focusFirstError, refusedFields } from "../../../form-errors.ts";
import { Markdown } from "../../../markdown/Markdown.tsx";
import { type Consents, consentsQuery } from "../../../screening/queries.ts";
import { keepTyped, typedAt } from "../../../session/typed.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import type { FlowProps } from "../requirements/Flow.tsx";
import flow from "../requirements/flows/Flows.module.css";
import { useOnce } from "../requirements/flows/useOnce.ts";
import page from "../requirements/RequirementPage.module.css";
import classes from "./Check.module.css";
import { words } from "./words.ts";

interface ConsentStepProps extends FlowProps {
  consents: Consents;
  document: ConsentPage;
  step: number;
  steps: number;
}

/** One document by itself: its text, then the signature. */
export function ConsentStep({ requirement, consents, document, step, steps }: ConsentStepProps) {
  const { requirementId, profileLevelAccessId } = requirement;
  const { signs, forName } = consents;
  const queryClient = useQueryClient();
  const article = useRef<HTMLElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [accepted, setAccepted] = useState(false);
  const [wantsCopy, setWantsCopy] = useState(false);
  const [tried, setTried] = useState(false);
  // Typed once, it is offered on the pages that follow; each is signed by itself all the same.
  const keptAt = `consent.${requirementId}.${profileLevelAccessId}`;
  const [name, typeName] = useState(() => typedAt<{ name: string }>(keptAt, isTyped)?.name ?? "");
  const once = useOnce();
  useEffect(() => {
    article.current?.closest("section")?.scrollIntoView({ block: "start" });
    article.current?.focus({ preventScroll: true });
  }, []);
  const signing = useMutation({
    mutationFn: () =>
      call(recordConsent, {
        params: { id: requirementId },
        body: {
          ...{ profileLevelAccessId, kind: document.kind, version: document.version, accepted: true },
          ...{ name: name.trim(), wantsCopy: document.copyOption !== null && wantsCopy },
        },
      }),
    onSuccess: async () => {
      keepTyped(keptAt, { name: name.trim() });
      // What is signed decides whether it can be paid for.
      const decided = [["backgroundCheck"], ["owedFees"]];
      await Promise.all(decided.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      await queryClient.invalidateQueries(consentsQuery(requirementId, profileLevelAccessId));
    },
    onError: async (error) => {
      if (!isNewer(error)) return focusFirstError(form.current);
      setAccepted(false);
      await queryClient.invalidateQueries(consentsQuery(requirementId, profileLevelAccessId));
      article.current?.focus();
    },
  });
  const refused = signing.error ? (refusedFields(signing.error) ?? {}) : {};
  const problems = {
    accepted: accepted ? undefined : words.statementMissing,
    name: name.trim() === "" ? words.nameMissing : undefined,
  };
  const shown = tried ? problems : { accepted: undefined, name: undefined };
  const newer = isNewer(signing.error);
  const failure = signing.error && !newer && Object.keys(refused).length === 0 ? messageOf(signing.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (signing.isPending) return;
    setTried(true);
    if (problems.accepted || problems.name) focusFirstError(form.current);
    else once(() => signing.mutateAsync());
  };
  return (
    <>
      {newer && (
        <Notice tone="needs" title={words.changedTitle}>
          {words.changedHelp}
        </Notice>
      )}
      <Panel title={document.title} badge={<span className={page.quiet}>{words.stepOf({ step, steps })}</span>}>
        <article ref={article} tabIndex={-1} aria-label={words.documentText} className={classes.text}>
          <Markdown text={document.text} />
        </article>
        {document.fileUrl !== null && <NoticeFile />}
      </Panel>
      <Panel title={words.signature}>
        <form ref={form} className={page.form} onSubmit={submit} noValidate>
          {signs.as === "guardian" && <p>{words.signFor({ name: forName })}</p>}
          <Checkbox
            label={document.statement}
            checked={accepted}
            disabled={signing.isPending}
            onChange={(event) => {
              signing.reset();
              setAccepted(event.target.checked);
            }}
            error={shown.accepted}
          />
          {document.copyOption !== null && (
            <Checkbox
              label={document.copyOption}
              checked={wantsCopy}
              disabled={signing.isPending}
              onChange={(event) => setWantsCopy(event.target.checked)}
            />
          )}
          <TextInput
            label={words.yourFullName}
            description={words.nameHelp({ name: signs.name })}
            autoComplete="name"
            autoCapitalize="words"
            spellCheck={false}
            maxLength={200}
            className={flow.name}
            value={name}
            disabled={signing.isPending}
            onChange={(event) => {
              signing.reset();
              typeName(event.currentTarget.value);
            }}
            error={shown.name ?? refused.name}
          />
          {failure && (
            <Notice tone="stop" title={words.notSigned}>
              {failure}
            </Notice>
          )}
          <div className={page.buttons}>
            <Button type="submit" label={failure ? words.tryAgain : words.sign} loading={signing.isPending} />
          </div>
          <p className={page.quiet}>{words.signingHelp}</p>
          {document.source && (
            <p className={page.quiet}>
              <TextLink href={document.source.url} target="_blank" rel="noreferrer">
                {words.source({ name: document.source.name })}
              </TextLink>
            </p>
          )}
        </form>
      </Panel>
    </>
  );
}

/** The organization's own notice, as the file that it uploaded. */
function NoticeFile() {
  const { organization } = useActiveProfile();
  const notify = useNotify();
  const fetching = useMutation({
    mutationFn: () =>
      download(getOrganizationFile, { params: { id: organization.id }, query: { purpose: "BackgroundCheckNotice" } }),
    onSuccess: saveFile,
    onError: (error) => notify("stop", messageOf(error)),
  });
  return (
    <div className={classes.source}>
      <Button
        small
        variant="secondary"
        label={words.openFile}
        loading={fetching.isPending}
        onClick={() => fetching.mutate()}
      />
    </div>
  );
}

const isTyped = ({ name }: { name?: string }) => typeof name === "string";

const isNewer = (error: Error | null) => error instanceof CallFailed && error.problem?.reason === "newVersion";

import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { completeWaiver, getWaiver } from "@touchline/contract/requirements/waivers";
import { Button, Checkbox, LoadingState, Notice, Panel, TextInput, useNotify } from "@touchline/ui";
import { type FormEvent, useRef, useState } from "react";
import { CallFailed, call } from "../../../../client.ts";
import { dayText } from "../../../../dates.ts";
import { LoadFailed, messageOf } from "../../../../ErrorScreens.tsx";
import { focusFirstError, refusedFields } from "../../../../form-errors.ts";
import { Markdown } from "../../../../markdown/Markdown.tsx";
import { keepTyped, typedAt } from "../../../../session/typed.ts";
import type { FlowProps } from "../Flow.tsx";
import { refreshAfterSubmission } from "../queries.ts";
import page from "../RequirementPage.module.css";
import { words } from "../words.ts";
import classes from "./Flows.module.css";
import { useOnce } from "./useOnce.ts";
import { useReadShare } from "./useReadShare.ts";

const waiverQuery = (id: string, plaId: string) =>
  queryOptions({
    queryKey: ["waiver", id, plaId],
    queryFn: ({ signal }) => call(getWaiver, { params: { id, plaId } }, { signal }),
    // The text does not change under the eyes of whoever reads it; a newer version is told when they sign.
    refetchOnWindowFocus: false,
    staleTime: 0,
    gcTime: 0,
  });

/** Read, tick, type the name, sign. */
export function WaiverFlow({ requirement }: FlowProps) {
  const { requirementId, profileLevelAccessId } = requirement;
  const query = useQuery(waiverQuery(requirementId, profileLevelAccessId));
  const queryClient = useQueryClient();
  const notify = useNotify();
  const article = useRef<HTMLElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const share = useReadShare(article);
  const [accepted, setAccepted] = useState(false);
  // The name is kept for a page that is loaded anew; whether it is agreed to is asked again then.
  const keptAt = `waiver.${requirementId}.${profileLevelAccessId}`;
  const [name, typeName] = useState(() => typedAt<{ name: string }>(keptAt, isTyped)?.name ?? "");
  const setName = (next: string) => {
    keepTyped(keptAt, next === "" ? null : { name: next });
    typeName(next);
  };
  const once = useOnce();
  const [tried, setTried] = useState(false);

  const signing = useMutation({
    mutationFn: (contentVersionId: string) =>
      call(completeWaiver, {
        params: { id: requirementId },
        body: { profileLevelAccessId, contentVersionId, accepted: true, name: name.trim() },
      }),
    onSuccess: async () => {
      keepTyped(keptAt, null);
      notify("done", words.waiverSigned);
      await refreshAfterSubmission(queryClient);
      document.querySelector("h1")?.focus();
    },
    onError: async (error) => {
      if (isNewer(error)) {
        setAccepted(false);
        await query.refetch();
        article.current?.focus();
      } else {
        focusFirstError(form.current);
      }
    },
  });

  if (query.error && !query.data) {
    return <LoadFailed title={words.waiverNotLoaded} error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <LoadingState label={words.loadingTheWaiver} />;
  const { text, consent, version, contentVersionId, forName, signs, signAgainOn, organizationName } = query.data;
  const refused = signing.error ? (refusedFields(signing.error) ?? {}) : {};
  const problems = {
    accepted: accepted ? undefined : words.agreementMissing,
    name: name.trim() === "" ? words.fullNameMissing : undefined,
  };
  const shown = tried ? problems : { accepted: undefined, name: undefined };
  const newer = isNewer(signing.error);
  const failure = signing.error && !newer && Object.keys(refused).length === 0 ? messageOf(signing.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (signing.isPending) return;
    setTried(true);
    if (problems.accepted || problems.name) focusFirstError(form.current);
    else once(() => signing.mutateAsync(contentVersionId));
  };
  return (
    <>
      {newer && (
        <Notice tone="needs" title={words.waiverChangedTitle}>
          {words.waiverChangedHelp({ organizationName })}
        </Notice>
      )}
      <Panel title={words.readTitle} badge={<span className={page.quiet}>{words.waiverVersion({ version })}</span>}>
        <article ref={article} tabIndex={-1} aria-label={words.waiverText} className={classes.article}>
          <Markdown text={text} />
        </article>
        <div className={classes.reading}>
          <progress className={classes.progress} max={100} value={share} aria-label={words.readProgress} />
          <span aria-hidden="true">{share >= 100 ? words.readToTheEnd : words.readShare({ share })}</span>
        </div>
      </Panel>
      <Panel title={signs.as === "guardian" ? words.signForPerson({ name: forName }) : words.sign}>
        {signs.allowed ? (
          <form ref={form} className={page.form} onSubmit={submit} noValidate>
            <Checkbox
              label={consent}
              checked={accepted}
              disabled={signing.isPending}
              onChange={(event) => {
                signing.reset();
                setAccepted(event.target.checked);
              }}
              error={shown.accepted}
            />
            <TextInput
              label={words.yourFullName}
              description={words.fullNameHelp({ name: signs.name })}
              autoComplete="name"
              autoCapitalize="words"
              spellCheck={false}
              maxLength={200}
              className={classes.name}
              value={name}
              disabled={signing.isPending}
              onChange={(event) => {
                signing.reset();
                setName(event.currentTarget.value);
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
            <p className={page.quiet}>
              {signAgainOn === null
                ? words.signingHelp
                : words.guardianSigningHelp({ name: forName, day: dayText(signAgainOn) })}
            </p>
          </form>
        ) : (
          <p className={page.text}>{signs.reason}</p>
        )}
      </Panel>
    </>
  );
}

const isTyped = ({ name }: { name?: string }) => typeof name === "string";

const isNewer = (error: Error | null) => error instanceof CallFailed && error.problem?.reason === "newVersion";

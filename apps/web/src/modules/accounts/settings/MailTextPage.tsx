import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { MailLanguage } from "@touchline/contract/messages/mail-preferences";
import {
  longestMailText,
  type MailText,
  type MailTextKind,
  type MailTexts,
  type MailWords,
  saveMailText,
  testMailText,
} from "@touchline/contract/messages/mail-texts";
import {
  Badge,
  Button,
  Facts,
  IconCircleCheck,
  IconCircleDashed,
  LoadingState,
  Notice,
  PageHeader,
  Panel,
  Tabs,
  Textarea,
  TextInput,
  useNotify,
} from "@touchline/ui";
import { useEffect, useRef, useState } from "react";
import { call } from "../../../client.ts";
import { momentText } from "../../../dates.ts";
import { LoadFailed, messageOf, NotFoundScreen } from "../../../ErrorScreens.tsx";
import { LeaveGuard } from "../../../LeaveGuard.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import { MailFrame } from "./MailFrame.tsx";
import classes from "./MailTexts.module.css";
import {
  insertedAt,
  isMailTextKind,
  languageNames,
  mailTextsQuery,
  mailTextWords,
  previewQuery,
  sameTexts,
  typedPlaceholder,
  versionsQuery,
} from "./mail-texts.ts";
import { words } from "./words.ts";

const languages = (["en", "es"] as const).map((key) => ({ key, label: languageNames[key] }));
const forms = [
  { key: "html", label: words.htmlFormat },
  { key: "text", label: words.plainText },
] as const;
const readSearch = (search: RawSearch) => ({
  language: textIn(search.language) === "es" ? ("es" as const) : ("en" as const),
  form: textIn(search.form) === "text" ? ("text" as const) : ("html" as const),
});

/** One kind of mail: its words on one side, how it will look on the other. */
export function MailTextPage() {
  const { kind } = useParams({ strict: false });
  if (!isMailTextKind(kind ?? "")) return <NotFoundScreen />;
  return <KindPage key={kind} kind={kind as MailTextKind} />;
}

function KindPage({ kind }: { kind: MailTextKind }) {
  const { name } = mailTextWords[kind];
  useTitle(name);
  const { data, error, refetch } = useQuery({ ...mailTextsQuery, refetchOnWindowFocus: false });
  const text = data?.find((one) => one.kind === kind);
  if (text) return <Editor text={text} />;
  if (error) return <LoadFailed title={words.templateNotLoaded} error={error} onRetry={() => void refetch()} />;
  return <LoadingState label={words.loadingTemplate} lines={8} />;
}

/** Milliseconds without another key until the preview follows. */
const pause = 350;

/** The typed text, after a pause in the typing. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

function Editor({ text }: { text: MailText }) {
  const { kind, version } = text;
  const { name, about } = mailTextWords[kind];
  const [{ language, form }, change] = useUrlState(readSearch);
  // Changes are kept with the version they are based on, so that a save elsewhere isn't overwritten.
  const [draft, setDraft] = useState<{ texts: MailTexts; version: number } | null>(null);
  const texts = draft?.texts ?? text.own;
  const unsaved = draft !== null && !sameTexts(draft.texts, text.own);
  const preview = useQuery(previewQuery(kind, useSettled(texts)));
  const problems = preview.data?.problems ?? [];
  const queryClient = useQueryClient();
  const notify = useNotify();
  const edit = (next: MailTexts) => {
    // A save in progress continues, and reports when it is done.
    if (!saving.isPending) saving.reset();
    if (!testing.isPending) testing.reset();
    setDraft({ texts: next, version: draft?.version ?? version });
  };
  const saving = useMutation({
    mutationFn: (sent: { texts: MailTexts; version: number }) => call(saveMailText, { params: { kind }, body: sent }),
    onSuccess: async (saved, sent) => {
      queryClient.setQueryData(mailTextsQuery.queryKey, (all) => all?.map((one) => (one.kind === kind ? saved : one)));
      // Text typed in the meantime stays, now based on the saved version.
      setDraft((present) =>
        present === null || present.texts === sent.texts ? null : { texts: present.texts, version: saved.version },
      );
      notify("done", words.templateSaved);
      await queryClient.invalidateQueries({ queryKey: versionsQuery(kind).queryKey });
    },
    onError: () => queryClient.invalidateQueries({ queryKey: mailTextsQuery.queryKey }),
  });
  const testing = useMutation({
    mutationFn: () => call(testMailText, { params: { kind }, body: { texts, language } }),
    onSuccess: ({ to }) => notify("done", words.testSent({ email: to })),
  });
  const elsewhere = problems.find((one) => one.language !== language);
  const hindrance = !unsaved
    ? words.nothingChanged
    : problems.length === 0
      ? undefined
      : elsewhere && !problems.some((one) => one.language === language)
        ? words.fixErrorsIn({ language: languageNames[elsewhere.language] })
        : words.fixErrors;
  const previewed = preview.data?.[language];
  const failed = saving.error ?? testing.error;
  return (
    <>
      <PageHeader
        title={name}
        path={[
          { label: words.organization, href: "/account/organization" },
          { label: words.emailTemplates, href: "/account/organization/texts" },
        ]}
      >
        {about}
      </PageHeader>
      <LeaveGuard unsaved={unsaved} loss={words.changesLost} />
      <Tabs
        label={words.language}
        tabs={languages}
        current={language}
        onChange={(next) => change({ language: next === "en" ? undefined : next })}
      >
        <div className={classes.columns}>
          <Panel title={words.content}>
            <div className={classes.editor}>
              <Words
                key={`${language} ${texts[language] === null}`}
                text={text}
                language={language}
                wording={texts[language]}
                problems={problems.filter((one) => one.language === language)}
                onChange={(wording) => edit({ ...texts, [language]: wording })}
              />
              {failed && (
                <Notice tone="stop" title={saving.error ? words.saveFailed : words.testFailed}>
                  {messageOf(failed)}
                </Notice>
              )}
              <div className={classes.acts}>
                <Button
                  label={words.save}
                  loading={saving.isPending}
                  disabledReason={hindrance}
                  onClick={() => saving.mutate({ texts, version: draft?.version ?? version })}
                />
                <Button
                  variant="secondary"
                  label={words.sendTest}
                  loading={testing.isPending}
                  disabledReason={problems.length > 0 ? words.fixErrors : undefined}
                  onClick={() => testing.mutate()}
                />
                {unsaved && <Button variant="quaternary" label={words.undo} onClick={() => setDraft(null)} />}
              </div>
            </div>
          </Panel>
          <Panel title={words.preview}>
            <div className={classes.editor}>
              <p className={classes.quiet}>{words.previewAbout}</p>
              {preview.error && !previewed ? (
                <Notice
                  tone="stop"
                  action={
                    <Button small variant="secondary" label={words.tryAgain} onClick={() => void preview.refetch()} />
                  }
                >
                  {messageOf(preview.error)}
                </Notice>
              ) : previewed ? (
                <>
                  <Facts facts={[{ label: words.subject, value: previewed.subject }]} />
                  <Tabs
                    label={words.emailFormat}
                    tabs={forms}
                    current={form}
                    onChange={(next) => change({ form: next === "html" ? undefined : next })}
                  >
                    {form === "html" ? (
                      <MailFrame html={previewed.html} title={words.previewOf({ subject: previewed.subject })} />
                    ) : (
                      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so must be reached by keyboard
                      <pre className={classes.plain} tabIndex={0}>
                        {previewed.text}
                      </pre>
                    )}
                  </Tabs>
                </>
              ) : (
                <LoadingState label={words.loadingPreview} lines={6} />
              )}
            </div>
          </Panel>
        </div>
      </Tabs>
      <Versions kind={kind} onUse={(earlier) => edit(earlier)} />
    </>
  );
}

interface WordsProps {
  text: MailText;
  language: MailLanguage;
  wording: MailWords | null;
  problems: readonly { field: keyof MailWords; message: string }[];
  onChange: (wording: MailWords | null) => void;
}

/** Subject and text in one language, with the placeholders to put into them; or the way to begin. */
function Words({ text, language, wording, problems, onChange }: WordsProps) {
  const subject = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLTextAreaElement>(null);
  const [last, setLast] = useState<keyof MailWords>("body");
  if (wording === null) {
    return (
      <>
        <div>
          <Badge tone="none" icon={IconCircleDashed}>
            {words.standardText}
          </Badge>
        </div>
        <p>{words.standardTextAbout({ language: languageNames[language] })}</p>
        <div>
          <Button variant="secondary" label={words.customize} onClick={() => onChange(text.standard[language])} />
        </div>
      </>
    );
  }
  const insert = (placeholder: MailText["placeholders"][number]) => {
    const field = placeholder.alone ? "body" : last;
    const element = field === "subject" ? subject.current : body.current;
    if (!element) return;
    const [from, to] = [element.selectionStart ?? element.value.length, element.selectionEnd ?? element.value.length];
    const typed = typedPlaceholder(placeholder, element.value, from, to);
    const next = insertedAt(element.value, typed, from, to);
    onChange({ ...wording, [field]: next.text });
    requestAnimationFrame(() => {
      element.focus();
      element.setSelectionRange(next.cursor, next.cursor);
    });
  };
  const wrong = (field: keyof MailWords) =>
    problems
      .filter((one) => one.field === field)
      .map(({ message }) => message)
      .join(" ") || undefined;
  return (
    <>
      <div className={classes.state}>
        <Badge tone="done" icon={IconCircleCheck}>
          {words.custom}
        </Badge>
        <Button small variant="quaternary" label={words.restoreDefault} onClick={() => onChange(null)} />
      </div>
      <TextInput
        ref={subject}
        label={words.subject}
        value={wording.subject}
        maxLength={200}
        lang={language}
        onFocus={() => setLast("subject")}
        onChange={(event) => onChange({ ...wording, subject: event.currentTarget.value })}
        error={wrong("subject")}
      />
      <Textarea
        ref={body}
        label={words.body}
        description={words.bodyHint}
        rows={14}
        value={wording.body}
        maxLength={longestMailText}
        lang={language}
        onFocus={() => setLast("body")}
        onChange={(event) => onChange({ ...wording, body: event.currentTarget.value })}
        error={wrong("body")}
      />
      <section className={classes.placeholders} aria-label={words.placeholders}>
        <p className={classes.quiet}>{words.placeholdersAbout}</p>
        <ul>
          {text.placeholders.map((one) => (
            <li key={one.name}>
              <Button
                small
                variant="secondary"
                label={`{${one.name}}`}
                aria-label={words.insertPlaceholder({ placeholder: `{${one.name}}` })}
                onClick={() => insert(one)}
              />
              <span className={classes.quiet}>
                {one.means}
                {one.needed && <strong> {words.placeholderRequired}</strong>}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

const subjectOf = (texts: MailTexts) => texts.en?.subject ?? texts.es?.subject ?? words.standardText;

/** Lists earlier texts of the email, with their authors. */
function Versions({ kind, onUse }: { kind: MailTextKind; onUse: (texts: MailTexts) => void }) {
  const { organization } = useActiveProfile();
  const { data } = useQuery(versionsQuery(kind));
  if (!data || data.length === 0) return null;
  return (
    <Panel title={words.earlierVersions}>
      <ul className={classes.kinds}>
        {data.map((one, at) => (
          <li key={one.version} className={classes.kind}>
            <div className={classes.kindWords}>
              <p>{at === 0 ? words.versionInUse({ subject: subjectOf(one.texts) }) : subjectOf(one.texts)}</p>
              <p className={classes.quiet}>
                {momentText(one.changedAt, organization.timeZone)}
                {one.changedBy && `, ${one.changedBy}`}
              </p>
            </div>
            {at > 0 && (
              <Button
                small
                variant="secondary"
                label={words.insertVersion}
                aria-label={words.insertVersionNumber({ version: one.version })}
                onClick={() => onUse(one.texts)}
              />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

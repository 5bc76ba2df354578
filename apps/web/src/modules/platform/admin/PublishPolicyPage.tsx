import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type PolicyType, policyTypes } from "@touchline/contract";
import { longestPolicy, policyNames, publishPolicy } from "@touchline/contract/accounts/policies";
import { Button, Dialog, LoadingState, Notice, PageHeader, Panel, Textarea, TextInput, useNotify } from "@touchline/ui";
import { type FormEvent, useRef, useState } from "react";
import { call } from "../../../client.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { GoTo } from "../../../GoTo.tsx";
import { LeaveGuard } from "../../../LeaveGuard.tsx";
import { Markdown } from "../../../markdown/Markdown.tsx";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import { policyQuery } from "../../accounts/policies/queries.ts";
import { withoutTitle } from "../../accounts/policies/without-title.ts";
import classes from "./Admin.module.css";
import { words } from "./words.ts";

const readType = (search: RawSearch): PolicyType => policyTypes.find((type) => type === textIn(search.type)) ?? "terms";

/** The next version of a policy, beginning with the text that is in force. */
export function PublishPolicyPage() {
  const [type] = useUrlState(readType);
  const { data, error, refetch } = useQuery({ ...policyQuery(type), refetchOnWindowFocus: false });
  useTitle(words.newPolicy({ policy: policyNames[type] }));
  if (error && !data) return <LoadFailed title={words.policyNotLoaded} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={words.loadingPolicy} />;
  return <Editor key={type} type={type} version={data.current + 1} present={data.body} />;
}

/** Whom a new version concerns. */
const consequence: Record<PolicyType, string> = {
  terms: words.mustAgree,
  privacy: words.mustAcknowledge,
};

function Editor({ type, version, present }: { type: PolicyType; version: number; present: string }) {
  const [began] = useState(version);
  const [body, setBody] = useState(present);
  const [summary, setSummary] = useState("");
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState(false);
  const summaryField = useRef<HTMLInputElement>(null);
  const bodyField = useRef<HTMLTextAreaElement>(null);
  const notify = useNotify();
  const queryClient = useQueryClient();
  const name = policyNames[type];
  const publish = useMutation({
    mutationFn: () => call(publishPolicy, { body: { type, version: began, summary, body } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["policies"] });
      notify("done", words.policyPublished({ version: began, name }));
    },
    onError: () => setAsking(false),
  });
  const summaryProblem = summary.trim() === "" ? words.policySummaryRequired : undefined;
  const bodyProblem =
    body.trim() === "" ? words.textRequired : body.trim() === present.trim() ? words.nothingChanged : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (summaryProblem) summaryField.current?.focus();
    else if (bodyProblem) bodyField.current?.focus();
    else setAsking(true);
  };
  if (publish.isSuccess) return <GoTo href="/admin/policies" />;
  const unsaved = summary !== "" || body !== present;
  return (
    <>
      <PageHeader
        title={words.newPolicyNamed({ name })}
        path={[
          { label: "Administration", href: "/admin" },
          { label: "Policies", href: "/admin/policies" },
        ]}
      >
        {words.newVersionHint({ version: began })}
      </PageHeader>
      <LeaveGuard unsaved={unsaved} loss={words.newTextLost} />
      <div className={classes.columns}>
        <form className={classes.fields} onSubmit={submit} noValidate>
          <TextInput
            ref={summaryField}
            label={words.whatChanged}
            description={words.policySummaryHint}
            maxLength={300}
            value={summary}
            onChange={(event) => setSummary(event.currentTarget.value)}
            error={tried ? summaryProblem : undefined}
          />
          <div className={classes.source}>
            <Textarea
              ref={bodyField}
              label={words.text}
              description={words.markdownHint}
              rows={24}
              maxLength={longestPolicy}
              value={body}
              onChange={(event) => setBody(event.currentTarget.value)}
              error={tried ? bodyProblem : undefined}
            />
          </div>
          {publish.error && <Notice tone="stop">{messageOf(publish.error)}</Notice>}
          <div className={classes.acts}>
            <Button type="submit" label={words.publishPolicyVersion({ version: began })} />
            <Button variant="secondary" label={words.cancel} href="/admin/policies" />
          </div>
        </form>
        <Panel title={words.preview}>
          <Markdown text={withoutTitle(body, name)} />
        </Panel>
      </div>
      {asking && (
        <Dialog
          opened
          onClose={() => setAsking(false)}
          title={words.publishTitle({ version: began, name })}
          footer={
            <>
              <Button variant="secondary" label={words.keepEditing} onClick={() => setAsking(false)} />
              <Button label={words.publish} loading={publish.isPending} onClick={() => publish.mutate()} />
            </>
          }
        >
          <p>{consequence[type]}</p>
          <p>{words.cannotUndoPublish}</p>
        </Dialog>
      )}
    </>
  );
}

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  longestPolicy,
  type PolicyType,
  policyNames,
  policyTypes,
  publishPolicy,
} from "@touchline/contract/accounts/policies";
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
import { withoutTitle } from "../../accounts/policies/titled.ts";
import classes from "./Admin.module.css";

const readType = (search: RawSearch): PolicyType => policyTypes.find((type) => type === textIn(search.type)) ?? "terms";

/** The next version of a policy, beginning with the text that is in force. */
export function PublishPolicyPage() {
  const [type] = useUrlState(readType);
  const { data, error, refetch } = useQuery({ ...policyQuery(type), refetchOnWindowFocus: false });
  useTitle(`New ${policyNames[type]}`);
  if (error && !data) return <LoadFailed what="The policy" error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label="Loading the policy" />;
  return <Editor key={type} type={type} version={data.current + 1} present={data.body} />;
}

/** Whom a new version concerns. */
const consequence: Record<PolicyType, string> = {
  terms: "Everybody in every organization has to agree to it before they go on, within minutes if they are logged in.",
  privacy:
    "Everybody in every organization has to acknowledge it before they go on, within minutes if they are logged in.",
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
      notify("done", `Version ${began} of the ${name} is in force.`);
    },
    onError: () => setAsking(false),
  });
  const summaryProblem =
    summary.trim() === "" ? "Say in a sentence what changed: it is shown to everybody." : undefined;
  const bodyProblem =
    body.trim() === "" ? "Write the text." : body.trim() === present.trim() ? "Nothing has changed yet." : undefined;
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
        title={`New ${name}`}
        path={[
          { label: "Administration", href: "/admin" },
          { label: "Policies", href: "/admin/policies" },
        ]}
      >
        Version {began}. It begins with the text that is in force.
      </PageHeader>
      <LeaveGuard unsaved={unsaved} what="The new text" />
      <div className={classes.columns}>
        <form className={classes.fields} onSubmit={submit} noValidate>
          <TextInput
            ref={summaryField}
            label="What changed"
            description="One sentence. Everybody reads it where they are asked to accept."
            maxLength={300}
            value={summary}
            onChange={(event) => setSummary(event.currentTarget.value)}
            error={tried ? summaryProblem : undefined}
          />
          <div className={classes.source}>
            <Textarea
              ref={bodyField}
              label="Text"
              description="Markdown: # for a heading, - for a list, ** around what is bold."
              rows={24}
              maxLength={longestPolicy}
              value={body}
              onChange={(event) => setBody(event.currentTarget.value)}
              error={tried ? bodyProblem : undefined}
            />
          </div>
          {publish.error && <Notice tone="stop">{messageOf(publish.error)}</Notice>}
          <div className={classes.acts}>
            <Button type="submit" label={`Publish version ${began}`} />
            <Button variant="secondary" label="Cancel" href="/admin/policies" />
          </div>
        </form>
        <Panel title="Preview">
          <Markdown text={withoutTitle(body, name)} />
        </Panel>
      </div>
      {asking && (
        <Dialog
          opened
          onClose={() => setAsking(false)}
          title={`Publish version ${began} of the ${name}?`}
          footer={
            <>
              <Button variant="secondary" label="Go on writing" onClick={() => setAsking(false)} />
              <Button label="Publish" loading={publish.isPending} onClick={() => publish.mutate()} />
            </>
          }
        >
          <p>It is in force at once. {consequence[type]}</p>
          <p>A version that was published cannot be changed or taken back.</p>
        </Dialog>
      )}
    </>
  );
}

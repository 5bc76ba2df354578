import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getOrganizationFile } from "@touchline/contract/accounts/organization-settings";
import { type ConsentPage, recordConsent } from "@touchline/contract/screening/consents";
import { Button, Checkbox, Notice, Panel, TextLink, useNotify } from "@touchline/ui";
import { useEffect, useRef, useState } from "react";
import { call, download } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { saveFile } from "../../../files/save-file.ts";
import { Markdown } from "../../../markdown/Markdown.tsx";
import { type Consents, consentsQuery } from "../../../screening/queries.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import type { FlowProps } from "../requirements/Flow.tsx";
import { SignatureForm } from "../requirements/flows/SignatureForm.tsx";
import { useSignature } from "../requirements/flows/useSignature.ts";
import page from "../requirements/RequirementPage.module.css";
import classes from "./Check.module.css";
import { words } from "./words.ts";

interface ConsentStepProps extends FlowProps {
  consents: Consents;
  document: ConsentPage;
  step: number;
  steps: number;
}

/** One document on its own: its text, then the signature. */
export function ConsentStep({ requirement, consents, document, step, steps }: ConsentStepProps) {
  const { requirementId, profileLevelAccessId } = requirement;
  const { signs, forName } = consents;
  const queryClient = useQueryClient();
  const article = useRef<HTMLElement>(null);
  const [wantsCopy, setWantsCopy] = useState(false);
  useEffect(() => {
    article.current?.closest("section")?.scrollIntoView({ block: "start" });
    article.current?.focus({ preventScroll: true });
  }, []);
  const signature = useSignature({
    // The typed name is suggested on the following pages, but each document is signed separately.
    keptAt: `consent.${requirementId}.${profileLevelAccessId}`,
    statementMissing: words.statementMissing,
    nameMissing: words.nameMissing,
    sign: (name) =>
      call(recordConsent, {
        params: { id: requirementId },
        body: {
          ...{ profileLevelAccessId, kind: document.kind, version: document.version, accepted: true, name },
          wantsCopy: document.copyOption !== null && wantsCopy,
        },
      }),
    onSigned: async () => {
      // The signatures decide whether it can be paid for.
      const decided = [["backgroundCheck"], ["owedFees"]];
      await Promise.all(decided.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      await queryClient.invalidateQueries(consentsQuery(requirementId, profileLevelAccessId));
    },
    onNewer: async () => {
      await queryClient.invalidateQueries(consentsQuery(requirementId, profileLevelAccessId));
      article.current?.focus();
    },
  });
  return (
    <>
      {signature.newer && (
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
        <SignatureForm
          signature={signature}
          statement={document.statement}
          nameLabel={words.yourFullName}
          signerName={signs.name}
          signLabel={words.sign}
          intro={signs.as === "guardian" && <p>{words.signFor({ name: forName })}</p>}
          option={
            document.copyOption !== null && (
              <Checkbox
                label={document.copyOption}
                checked={wantsCopy}
                disabled={signature.isPending}
                onChange={(event) => setWantsCopy(event.target.checked)}
              />
            )
          }
        >
          <p className={page.quiet}>{words.signingHelp}</p>
          {document.source && (
            <p className={page.quiet}>
              <TextLink href={document.source.url} target="_blank" rel="noreferrer">
                {words.source({ name: document.source.name })}
              </TextLink>
            </p>
          )}
        </SignatureForm>
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

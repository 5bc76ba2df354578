import { useQueryClient } from "@tanstack/react-query";
import { signIdentityRelease } from "@touchline/contract/verification/identity";
import { Button, Notice, Panel } from "@touchline/ui";
import { useRef } from "react";
import { call } from "../../../client.ts";
import { Markdown } from "../../../markdown/Markdown.tsx";
import { keepTyped } from "../../../session/form-draft.ts";
import flow from "../requirements/flows/Flows.module.css";
import { SignatureForm } from "../requirements/flows/SignatureForm.tsx";
import { useSignature } from "../requirements/flows/useSignature.ts";
import type { Requirement } from "../requirements/queries.ts";
import page from "../requirements/RequirementPage.module.css";
import { type IdentityPage, identityQuery } from "./queries.ts";
import { words } from "./words.ts";

interface ReleaseFormProps {
  requirement: Requirement;
  release: NonNullable<IdentityPage["release"]>;
  onSigned: () => Promise<unknown>;
  /** Chooses a way for which nothing is signed. */
  onOther: () => void;
}

/** The release for comparing a selfie with a document: read, tick, type the name, sign; or the other way. */
export function ReleaseForm({ requirement, release, onSigned, onOther }: ReleaseFormProps) {
  const { requirementId, profileLevelAccessId } = requirement;
  const { version, title, text, statement, signs } = release;
  const queryClient = useQueryClient();
  const article = useRef<HTMLElement>(null);
  const keptAt = `identityRelease.${requirementId}.${profileLevelAccessId}`;
  const signature = useSignature({
    keptAt,
    statementMissing: words.statementMissing,
    nameMissing: words.nameMissing,
    sign: (name) =>
      call(signIdentityRelease, {
        params: { id: requirementId },
        body: { profileLevelAccessId, version, accepted: true, name },
      }),
    onSigned: async () => {
      keepTyped(keptAt, null);
      await onSigned();
      await queryClient.invalidateQueries(identityQuery(requirement));
    },
    onNewer: async () => {
      await queryClient.invalidateQueries(identityQuery(requirement));
      article.current?.focus();
    },
  });
  const other = <Button variant="secondary" label={words.otherWay} onClick={onOther} />;
  return (
    <>
      {signature.newer && (
        <Notice tone="needs" title={words.releaseChangedTitle}>
          {words.releaseChangedHelp}
        </Notice>
      )}
      <Panel title={title}>
        <article ref={article} tabIndex={-1} aria-label={words.releaseText} className={flow.article}>
          <Markdown text={text} />
        </article>
      </Panel>
      <Panel title={words.signFor}>
        {signs.allowed ? (
          <SignatureForm
            signature={signature}
            statement={statement}
            nameLabel={words.yourFullName}
            signerName={signs.name}
            signLabel={words.sign}
          >
            <p className={page.quiet}>{words.releaseHelp}</p>
            <div className={page.buttons}>{other}</div>
          </SignatureForm>
        ) : (
          <div className={page.form}>
            <p className={page.text}>{signs.reason}</p>
            <div className={page.buttons}>{other}</div>
          </div>
        )}
      </Panel>
    </>
  );
}

import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import { completeWaiver, getWaiver } from "@touchline/contract/requirements/waivers";
import { LoadingState, Notice, Panel, useNotify } from "@touchline/ui";
import { useRef } from "react";
import { call } from "../../../../client.ts";
import { dayText } from "../../../../dates.ts";
import { LoadFailed } from "../../../../ErrorScreens.tsx";
import { Markdown } from "../../../../markdown/Markdown.tsx";
import { keepTyped } from "../../../../session/form-draft.ts";
import type { FlowProps } from "../Flow.tsx";
import { refreshAfterSubmission } from "../queries.ts";
import page from "../RequirementPage.module.css";
import { words } from "../words.ts";
import classes from "./Flows.module.css";
import { SignatureForm } from "./SignatureForm.tsx";
import { useReadShare } from "./useReadShare.ts";
import { useSignature } from "./useSignature.ts";

const waiverQuery = (id: string, plaId: string) =>
  queryOptions({
    queryKey: ["waiver", id, plaId],
    queryFn: ({ signal }) => call(getWaiver, { params: { id, plaId } }, { signal }),
    // The text doesn't change while it is read; a newer version is reported when signing.
    refetchOnWindowFocus: false,
    staleTime: 0,
    gcTime: 0,
  });

/** Read, tick, type the name, sign. */
export function WaiverFlow({ requirement }: FlowProps) {
  const query = useQuery(waiverQuery(requirement.requirementId, requirement.profileLevelAccessId));
  if (query.error && !query.data) {
    return <LoadFailed title={words.waiverNotLoaded} error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <LoadingState label={words.loadingTheWaiver} />;
  return <Waiver requirement={requirement} waiver={query.data} onNewer={() => query.refetch()} />;
}

interface WaiverProps extends Pick<FlowProps, "requirement"> {
  waiver: ResponseOf<typeof getWaiver>;
  onNewer: () => Promise<unknown>;
}

function Waiver({ requirement, waiver, onNewer }: WaiverProps) {
  const { requirementId, profileLevelAccessId } = requirement;
  const { text, consent, version, contentVersionId, forName, signs, signAgainOn, organizationName } = waiver;
  const queryClient = useQueryClient();
  const notify = useNotify();
  const article = useRef<HTMLElement>(null);
  const share = useReadShare(article);
  const keptAt = `waiver.${requirementId}.${profileLevelAccessId}`;
  const signature = useSignature({
    keptAt,
    statementMissing: words.agreementMissing,
    nameMissing: words.fullNameMissing,
    sign: (name) =>
      call(completeWaiver, {
        params: { id: requirementId },
        body: { profileLevelAccessId, contentVersionId, accepted: true, name },
      }),
    onSigned: async () => {
      keepTyped(keptAt, null);
      notify("done", words.waiverSigned);
      await refreshAfterSubmission(queryClient);
      document.querySelector("h1")?.focus();
    },
    onNewer: async () => {
      await onNewer();
      article.current?.focus();
    },
  });
  return (
    <>
      {signature.newer && (
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
          <SignatureForm
            signature={signature}
            statement={consent}
            nameLabel={words.yourFullName}
            signerName={signs.name}
            signLabel={words.sign}
          >
            <p className={page.quiet}>
              {signAgainOn === null
                ? words.signingHelp
                : words.guardianSigningHelp({ name: forName, day: dayText(signAgainOn) })}
            </p>
          </SignatureForm>
        ) : (
          <p className={page.text}>{signs.reason}</p>
        )}
      </Panel>
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { mailFaultTexts } from "@touchline/contract/messages/mail-server";
import {
  EmptyState,
  Facts,
  IconCircleCheck,
  IconMailQuestion,
  LoadingState,
  Notice,
  PageHeader,
  Panel,
} from "@touchline/ui";
import { momentText } from "../../../dates.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { useTitle } from "../../../useTitle.ts";
import { mailServerQuery } from "./queries.ts";
import { words } from "./words.ts";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether email leaves this installation, and what to do if it doesn't. */
export function EmailPage() {
  useTitle(words.email);
  const { data, error, refetch } = useQuery(mailServerQuery);
  if (error && !data)
    return <LoadFailed title={words.emailServerStatusNotLoaded} error={error} onRetry={() => void refetch()} />;
  const fault = data?.fault;
  return (
    <>
      <PageHeader title={words.email} path={[{ label: "Administration", href: "/admin" }]}>
        {words.emailIntro}
      </PageHeader>
      {!data && <LoadingState label={words.loadingMailState} />}
      {fault && (
        <>
          <Notice tone="stop" title={mailFaultTexts[fault.kind].what}>
            {mailFaultTexts[fault.kind].todo}
          </Notice>
          <Panel title={words.details}>
            <Facts
              facts={[
                { label: words.failingSince, value: momentText(fault.since, zone) },
                { label: words.lastTry, value: momentText(fault.triedAt, zone) },
                { label: words.message, value: fault.detail },
              ]}
            />
          </Panel>
        </>
      )}
      {data && !fault && !data.leaves && (
        <EmptyState icon={IconMailQuestion} title={words.noMailServer}>
          {words.noMailServerHint}
        </EmptyState>
      )}
      {data && !fault && data.leaves && (
        <EmptyState icon={IconCircleCheck} title={words.noProblems}>
          {words.mailWorks}
        </EmptyState>
      )}
    </>
  );
}

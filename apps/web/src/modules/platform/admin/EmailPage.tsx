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

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether email leaves this installation, and what to do if it doesn't. */
export function EmailPage() {
  useTitle("Email");
  const { data, error, refetch } = useQuery(mailServerQuery);
  if (error && !data)
    return <LoadFailed what="The state of the mail server" error={error} onRetry={() => void refetch()} />;
  const fault = data?.fault;
  return (
    <>
      <PageHeader title="Email" path={[{ label: "Administration", href: "/admin" }]}>
        Whether email leaves this installation. Emails that can't be sent are kept and leave once it works.
      </PageHeader>
      {!data && <LoadingState label="Loading the state of the mail server" />}
      {fault && (
        <>
          <Notice tone="stop" title={mailFaultTexts[fault.kind].what}>
            {mailFaultTexts[fault.kind].todo}
          </Notice>
          <Panel title="Details">
            <Facts
              facts={[
                { label: "No email leaves since", value: momentText(fault.since, zone) },
                { label: "Last try", value: momentText(fault.triedAt, zone) },
                { label: "Message", value: fault.detail },
              ]}
            />
          </Panel>
        </>
      )}
      {data && !fault && !data.leaves && (
        <EmptyState icon={IconMailQuestion} title="No mail server">
          Emails are written but not sent. Set MAIL_URL and MAIL_FROM, and restart Touchline.
        </EmptyState>
      )}
      {data && !fault && data.leaves && (
        <EmptyState icon={IconCircleCheck} title="No problems">
          The mail server takes email from this installation.
        </EmptyState>
      )}
    </>
  );
}

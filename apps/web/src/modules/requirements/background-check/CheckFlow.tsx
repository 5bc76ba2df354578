import { useQuery, useQueryClient } from "@tanstack/react-query";
import { RequirementStatus } from "@touchline/contract";
import { simulatedNotice } from "@touchline/rules/screening/order-words";
import { Button, LoadingState, Notice, Panel } from "@touchline/ui";
import { useEffect, useRef, useState } from "react";
import { CallFailed } from "../../../client.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { ExternalResultPanel } from "../../../screening/ExternalResultPanel.tsx";
import { externalCheckQuery } from "../../../screening/external-queries.ts";
import { GivenConsents } from "../../../screening/GivenConsents.tsx";
import { OtherNames } from "../../../screening/OtherNames.tsx";
import { type Consents, consentsQuery } from "../../../screening/queries.ts";
import type { FlowProps } from "../requirements/Flow.tsx";
import { ReportFlow } from "../requirements/flows/ReportFlow.tsx";
import { isYourTurn } from "../requirements/owed.ts";
import { refreshAfterSubmission } from "../requirements/queries.ts";
import page from "../requirements/RequirementPage.module.css";
import { AdverseNotice } from "./AdverseNotice.tsx";
import classes from "./Check.module.css";
import { CheckStatus } from "./CheckStatus.tsx";
import { ConsentStep } from "./ConsentStep.tsx";
import { HomeStateStep } from "./HomeStateStep.tsx";
import { OrderStep } from "./OrderStep.tsx";
import { PortalFlow } from "./PortalFlow.tsx";
import { type Check, checkQuery } from "./queries.ts";
import { words } from "./words.ts";

type OrderState = NonNullable<Check["order"]>["state"];

/** Whether the page's data is older than the order's, which has changed since. */
function isBehind(status: RequirementStatus, state: OrderState): boolean {
  if (status === RequirementStatus.WaitingOnApplicant) return state !== "invited";
  return status === RequirementStatus.WaitingOnProvider && state !== "placing" && state !== "running";
}

/** A background check: the documents to sign, the order, and its status; or a report made elsewhere. */
export function CheckFlow(props: FlowProps) {
  const { requirementId, profileLevelAccessId, status } = props.requirement;
  const check = useQuery(checkQuery(requirementId, profileLevelAccessId));
  const consents = useQuery(consentsQuery(requirementId, profileLevelAccessId));
  const external = useQuery(externalCheckQuery(requirementId, profileLevelAccessId));
  const stands = check.data?.order?.state;
  const previousState = useRef(stands);
  const queryClient = useQueryClient();
  useEffect(() => {
    const before = previousState.current;
    previousState.current = stands;
    const changed = before !== undefined && stands !== before;
    if (changed || (stands !== undefined && isBehind(status, stands))) void refreshAfterSubmission(queryClient);
  }, [stands, status, queryClient]);
  for (const [query, title] of [
    [check, words.checkNotLoaded],
    [consents, words.consentsNotLoaded],
  ] as const) {
    if (query.error && !query.data) {
      // Roles that may not see the check get no error; the rest of the page is theirs to see.
      if (query.error instanceof CallFailed && query.error.status === 403) return null;
      return <LoadFailed title={title} error={query.error} onRetry={() => void query.refetch()} />;
    }
  }
  if (!check.data || !consents.data) return <LoadingState label={words.loading} />;
  if (external.data?.wait === "portal") return <PortalFlow {...props} check={external.data} />;
  const { provider, order } = check.data;
  const inProgress = order !== null && !ended.has(order.state);
  const yours = isYourTurn(props.requirement) && consents.data.signs.as !== null;
  // Nothing else is shown next to a document that has to be read.
  const signing = !inProgress && yours && consents.data.missing.length > 0;
  const simulated = order?.simulated ?? provider?.simulated ?? false;
  return (
    <>
      {simulated && <Notice tone="none">{simulatedNotice}</Notice>}
      <AdverseNotice {...props} />
      {order && <CheckStatus {...props} order={order} own={consents.data.signs.as !== null} />}
      {!inProgress && yours && <Beginning {...props} check={check.data} consents={consents.data} />}
      {external.data && <ExternalResultPanel place={props.requirement} zone={props.zone} check={external.data} />}
      {consents.data.given.length > 0 && !signing && <GivenConsents {...props} consents={consents.data} />}
    </>
  );
}

/** States in which a new check can be started. */
const ended: ReadonlySet<string> = new Set(["canceled", "expired", "refused", "clear"]);

type BeginningProps = FlowProps & { check: Check; consents: Consents };

/** The steps before the check is ordered, one page at a time. */
function Beginning(props: BeginningProps) {
  const { check, consents, requirement } = props;
  const [begun, setBegun] = useState(consents.pages.some((one) => one.signedAt !== null));
  const [uploads, setUploads] = useState(false);
  const acceptsReports = requirement.actions.includes("upload");
  if (!check.provider) return acceptsReports ? <ReportFlow {...props} /> : null;
  if (uploads && acceptsReports) {
    return (
      <>
        <ReportFlow {...props} />
        <div className={page.buttons}>
          <Button variant="secondary" label={words.back} onClick={() => setUploads(false)} />
        </div>
      </>
    );
  }
  return (
    <>
      {begun ? <Step {...props} /> : <Intro provider={check.provider.name} onStart={() => setBegun(true)} />}
      {(!begun || consents.missing.length === 0) && (
        <OtherNames requirementId={requirement.requirementId} profileLevelAccessId={requirement.profileLevelAccessId} />
      )}
      {acceptsReports && (!begun || consents.missing.length === 0) && (
        <Panel title={words.reportTitle}>
          <p className={page.lead}>{words.haveReportHelp}</p>
          <Button variant="secondary" label={words.haveReport} onClick={() => setUploads(true)} />
        </Panel>
      )}
    </>
  );
}

function Intro({ provider, onStart }: { provider: string; onStart: () => void }) {
  return (
    <Panel title={words.introTitle}>
      <ul className={classes.points}>
        <li>{words.introWhat({ provider })}</li>
        <li>{words.introWhoSees}</li>
        <li>{words.introReport}</li>
        <li>{words.introSteps({ provider })}</li>
        <li>{words.introNumber}</li>
      </ul>
      <Button label={words.start} onClick={onStart} />
    </Panel>
  );
}

/** The page that is next: where the person lives, one document, or the order. */
function Step(props: BeginningProps) {
  const { consents } = props;
  const { signs, missing, pages } = consents;
  const documents = pages.filter((one) => one.kind !== "abroad");
  const steps = documents.length + 1;
  if (!signs.allowed) {
    return (
      <Notice tone="waits" title={words.cantSignTitle}>
        {signs.reason}
      </Notice>
    );
  }
  if (consents.homeStateMissing) return <HomeStateStep {...props} />;
  const next = documents.find((one) => missing.includes(one.kind));
  if (!next) return <OrderStep {...props} step={steps} steps={steps} />;
  // Each page has its own state: a box checked on one isn't checked on the next.
  return <ConsentStep key={next.kind} {...props} document={next} step={documents.indexOf(next) + 1} steps={steps} />;
}

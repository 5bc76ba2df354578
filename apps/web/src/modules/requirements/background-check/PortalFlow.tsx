import { useMutation, useQueryClient } from "@tanstack/react-query";
import { takeExternalStep } from "@touchline/contract/screening/external-review";
import { Button, Notice, Panel } from "@touchline/ui";
import { useState } from "react";
import { call } from "../../../client.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { ExternalResultPanel } from "../../../screening/ExternalResultPanel.tsx";
import { type ExternalCheckShown, externalKey } from "../../../screening/external-queries.ts";
import type { FlowProps } from "../requirements/Flow.tsx";
import { ReportFlow } from "../requirements/flows/ReportFlow.tsx";
import { refreshAfterSubmission } from "../requirements/queries.ts";
import page from "../requirements/RequirementPage.module.css";
import classes from "./Check.module.css";
import { words } from "./words.ts";

/** A background check on the page of JDP or NCSI: the member continues there, and says here once their part is done. */
export function PortalFlow(props: FlowProps & { check: ExternalCheckShown }) {
  const { requirement, zone, check } = props;
  const { reviewerName: name, portalUrl, steps, waitingSince } = check;
  const { requirementId: id, profileLevelAccessId } = requirement;
  const [uploads, setUploads] = useState(false);
  const queryClient = useQueryClient();
  const stepping = useMutation({
    mutationFn: (step: "begun" | "finished") =>
      call(takeExternalStep, { params: { id }, body: { profileLevelAccessId, step } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: externalKey });
      await refreshAfterSubmission(queryClient);
    },
  });
  const acceptsReports = requirement.actions.includes("upload");
  const isOwn = steps.length > 0;
  if (isOwn && uploads) {
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
      {isOwn && (
        <Panel title={words.portalTitle({ name })}>
          <div className={classes.order}>
            <p>{words.portalWhat({ name })}</p>
            {portalUrl ? <p>{words.portalReturn}</p> : <Notice tone="needs">{words.portalMissing({ name })}</Notice>}
            {stepping.error && (
              <Notice tone="stop" title={words.portalFailed}>
                {messageOf(stepping.error)}
              </Notice>
            )}
            <div className={page.buttons}>
              {portalUrl && (
                <Button
                  label={words.openPortal({ name })}
                  href={portalUrl}
                  target="_blank"
                  onClick={() => steps.includes("begun") && stepping.mutate("begun")}
                />
              )}
              <Button
                variant={portalUrl ? "secondary" : "primary"}
                label={words.portalDone({ name })}
                loading={stepping.isPending && stepping.variables === "finished"}
                onClick={() => stepping.mutate("finished")}
              />
            </div>
          </div>
        </Panel>
      )}
      {isOwn && acceptsReports && (
        <Panel title={words.reportTitle}>
          <p className={page.lead}>{words.haveReportHelp}</p>
          <Button variant="secondary" label={words.haveReport} onClick={() => setUploads(true)} />
        </Panel>
      )}
      {!isOwn && waitingSince !== null && !check.reviews && (
        <Panel title={words.statusTitle}>
          <Notice tone="waits">{words.portalWaits({ name })}</Notice>
          <div className={classes.after}>
            <p>{words.portalWaitsHelp}</p>
          </div>
        </Panel>
      )}
      <ExternalResultPanel place={requirement} zone={zone} check={check} />
    </>
  );
}

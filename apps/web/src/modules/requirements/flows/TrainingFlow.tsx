import { useMutation } from "@tanstack/react-query";
import { sendTrainingCertificate, takeAbusePreventionTraining } from "@touchline/contract/submissions";
import { addCustomTrainingCertificate, takeCustomTraining } from "@touchline/contract/trainings";
import { Button, IconExternalLink, Notice, Panel } from "@touchline/ui";
import { call } from "../../../client.ts";
import { messageOf } from "../../../errorScreens.tsx";
import type { FlowProps } from "../Flow.tsx";
import classes from "../RequirementPage.module.css";
import { givenDays, SendForm } from "./SendForm.tsx";

/** The training where it is offered, and its certificate. */
export function TrainingFlow(props: FlowProps) {
  const { requirementId: id, profileLevelAccessId, settings } = props.requirement;
  const custom = settings.kind === "custom-training";
  const opening = useMutation({
    mutationFn: () =>
      call(custom ? takeCustomTraining : takeAbusePreventionTraining, {
        params: { id },
        body: { profileLevelAccessId },
      }),
  });
  if (settings.kind !== "abuse-prevention-training" && settings.kind !== "custom-training") return null;
  const { trainingUrl, acceptsCertificates } = settings;
  return (
    <>
      {trainingUrl !== null && (
        <Panel title="1. Take the training">
          <p>It opens in a new tab. Keep the certificate that you are given at the end.</p>
          <div className={classes.link}>
            <Button
              href={trainingUrl}
              target="_blank"
              label={`Open ${new URL(trainingUrl).hostname}`}
              aria-label={`Open ${new URL(trainingUrl).hostname} in a new tab`}
              rightIcon={<IconExternalLink aria-hidden />}
              onClick={() => opening.mutate()}
            />
          </div>
          {opening.error && <Notice tone="needs">{messageOf(opening.error)}</Notice>}
        </Panel>
      )}
      {acceptsCertificates && (
        <SendForm
          {...props}
          title={trainingUrl === null ? "Send your certificate" : "2. Send your certificate"}
          fileLabel="The certificate"
          fileDescription="With your name and the day on it."
          completedOn={{ label: "Completed on", description: "The day the certificate says." }}
          send={(fields) =>
            call(custom ? addCustomTrainingCertificate : sendTrainingCertificate, {
              params: { id },
              body: { profileLevelAccessId, completedDate: fields.completedDate ?? "", ...givenDays(fields) },
              files: [],
            })
          }
        />
      )}
    </>
  );
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { addCustomTrainingCertificate, takeCustomTraining } from "@touchline/contract/trainings";
import { filesAccepted } from "@touchline/rules/content";
import { Button, IconExternalLink, Notice, Panel } from "@touchline/ui";
import { call } from "../../../client.ts";
import { messageOf } from "../../../errorScreens.tsx";
import type { FlowProps } from "../Flow.tsx";
import { refreshAfterSubmission } from "../queries.ts";
import page from "../RequirementPage.module.css";
import { SubmitForm } from "../SubmitForm.tsx";

/** A training that is taken elsewhere, and the certificate it ends with. */
export function TrainingFlow({ requirement, zone }: FlowProps) {
  const { requirementId, profileLevelAccessId, settings } = requirement;
  const queryClient = useQueryClient();
  const taking = useMutation({
    mutationFn: () => call(takeCustomTraining, { params: { id: requirementId }, body: { profileLevelAccessId } }),
    onSuccess: () => refreshAfterSubmission(queryClient),
  });
  const url = settings.kind === "custom-training" ? settings.trainingUrl : null;
  return (
    <>
      {url !== null && (
        <Panel title="Take the training">
          <div className={page.form}>
            <p className={page.text}>
              It opens at {new URL(url).hostname}. Keep the certificate at the end, then come back here.
            </p>
            {taking.error && <Notice tone="stop">{messageOf(taking.error)}</Notice>}
            <div className={page.buttons}>
              <Button
                href={url}
                target="_blank"
                label="Take the training"
                aria-label="Take the training in a new tab"
                rightIcon={<IconExternalLink aria-hidden />}
                onClick={() => taking.mutate()}
              />
            </div>
          </div>
        </Panel>
      )}
      {filesAccepted(settings) !== null && (
        <SubmitForm
          requirement={requirement}
          zone={zone}
          sendBy={addCustomTrainingCertificate}
          label="Your certificate"
        />
      )}
    </>
  );
}

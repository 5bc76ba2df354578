import { useMutation } from "@tanstack/react-query";
import { sendTrainingCertificate, takeAbusePreventionTraining } from "@touchline/contract/requirements/submissions";
import { addCustomTrainingCertificate, takeCustomTraining } from "@touchline/contract/requirements/trainings";
import { Button, IconExternalLink, LoadingState, Notice, Panel, TextInput } from "@touchline/ui";
import { PayFirst } from "../../../../billing/PayFirst.tsx";
import { useFee } from "../../../../billing/useFee.ts";
import { call } from "../../../../client.ts";
import { messageOf } from "../../../../ErrorScreens.tsx";
import type { FlowProps } from "../Flow.tsx";
import classes from "../RequirementPage.module.css";
import { feeText, words } from "../words.ts";
import { ProviderTraining } from "./ProviderTraining.tsx";
import { givenDays, SendForm } from "./SendForm.tsx";
import { TrainingPackage } from "./TrainingPackage.tsx";

/** The training, here or where it is offered, and its certificate. */
export function TrainingFlow(props: FlowProps) {
  const { requirementId: id, profileLevelAccessId, settings } = props.requirement;
  const custom = settings.kind === "custom-training";
  const fee = useFee(props.requirement);
  const opening = useMutation({
    mutationFn: () =>
      call(custom ? takeCustomTraining : takeAbusePreventionTraining, {
        params: { id },
        body: { profileLevelAccessId },
      }),
  });
  if (settings.kind !== "abuse-prevention-training" && settings.kind !== "custom-training") return null;
  const { trainingUrl, acceptsCertificates } = settings;
  const here = settings.kind === "custom-training" && settings.packageFileId !== null;
  const atProvider = settings.kind === "abuse-prevention-training" && settings.takenAtProvider;
  return (
    <>
      {atProvider && fee === null && <ProviderTraining {...props} />}
      {here && <TrainingPackage {...props} />}
      {fee === undefined && <LoadingState label={words.loadingFee} lines={2} />}
      {fee && (
        <Panel title={words.payTitle}>
          <div className={classes.form}>
            <p>
              {feeText(fee)} {words.payHelp}
            </p>
            <PayFirst fee={fee} refusalTitle={words.notPayable} />
          </div>
        </Panel>
      )}
      {trainingUrl !== null && fee === null && (
        <Panel title={here ? words.furtherReading : words.takeTrainingTitle}>
          <p>{acceptsCertificates && !here ? words.opensInNewTabSaveCertificate : words.opensInNewTab}</p>
          <div className={classes.link}>
            <Button
              href={trainingUrl}
              target="_blank"
              label={words.open({ hostname: new URL(trainingUrl).hostname })}
              aria-label={words.openInANewTab({ hostname: new URL(trainingUrl).hostname })}
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
          title={certificateTitle(here || atProvider, trainingUrl !== null && fee === null)}
          fileLabel={words.certificate}
          fileDescription={words.certificateHelp}
          {...(custom
            ? {}
            : {
                more: ({ fields, setField, disabled }) => (
                  <TextInput
                    label={words.certificateId}
                    description={words.certificateIdHelp}
                    value={fields.certificateId ?? ""}
                    maxLength={100}
                    autoComplete="off"
                    disabled={disabled}
                    onChange={(event) => setField("certificateId", event.currentTarget.value)}
                  />
                ),
              })}
          completedOn={{ label: words.completedOn, description: words.certificateDateHelp }}
          send={(fields) => {
            const body = { profileLevelAccessId, completedDate: fields.completedDate ?? "", ...givenDays(fields) };
            if (custom) return call(addCustomTrainingCertificate, { params: { id }, body, files: [] });
            const certificateId = fields.certificateId?.trim();
            return call(sendTrainingCertificate, {
              params: { id },
              body: { ...body, ...(certificateId ? { certificateId } : {}) },
              files: [],
            });
          }}
        />
      )}
    </>
  );
}

function certificateTitle(here: boolean, elsewhere: boolean): string {
  if (here) return words.certificateInstead;
  return elsewhere ? words.uploadCertificateTitle : words.uploadCertificate;
}

import { useQueryClient } from "@tanstack/react-query";
import { sendLiveScanProof } from "@touchline/contract/requirements/submissions";
import { awaitsStateAnswer } from "@touchline/rules/screening/live-scan";
import { Facts, Panel, TextInput } from "@touchline/ui";
import { call } from "../../../../client.ts";
import type { FlowProps } from "../Flow.tsx";
import { canAct } from "../owed.ts";
import classes from "../RequirementPage.module.css";
import { words } from "../words.ts";
import { LiveScanForm } from "./LiveScanForm.tsx";
import { LiveScanTracking } from "./LiveScanTracking.tsx";
import { givenDays, SendForm } from "./SendForm.tsx";

const isAti = (text: string) => /^[A-Z]\d{3}[A-Z]{3}\d{3}$/.test(text.replaceAll(/[\s-]/g, "").toUpperCase());

/** The request form, the fingerprints and their proof; then how far the state's check is. */
export function LiveScanFlow(props: FlowProps) {
  const { settings } = props.requirement;
  if (settings.kind !== "live-scan") return null;
  if (!canAct(props.requirement)) return <LiveScanTracking {...props.requirement} zone={props.zone} />;
  const tracked = awaitsStateAnswer(settings);
  return (
    <>
      {tracked ? <LiveScanForm {...props} /> : <WhatToWrite {...props} />}
      <Proof {...props} tracked={tracked} />
    </>
  );
}

/** The facts of the site's own form, where none is created here. */
function WhatToWrite({ requirement: { settings } }: FlowProps) {
  if (settings.kind !== "live-scan") return null;
  return (
    <Panel title={words.fingerprintsTitle}>
      <p className={classes.lead}>{words.fingerprintsHelp}</p>
      <Facts
        facts={[
          { label: words.ori, value: settings.ori || null },
          { label: words.typeOfApplicant, value: settings.applicantType || null },
          { label: words.jobTitle, value: settings.jobTitle || null },
          { label: words.agency, value: settings.agency || null },
          { label: words.mailCode, value: settings.mailCode || null },
          { label: words.contact, value: settings.contact || null },
          { label: words.levelOfService, value: settings.levelOfService.join(" and ") },
        ]}
      />
    </Panel>
  );
}

/** The ATI number and a picture of the form that the site gave back. */
function Proof({ tracked, ...props }: FlowProps & { tracked: boolean }) {
  const { requirementId: id, profileLevelAccessId } = props.requirement;
  const queryClient = useQueryClient();
  return (
    <SendForm
      {...props}
      title={tracked ? words.submitAtiTitle : words.uploadFormTitle}
      fileLabel={words.completedForm}
      fileDescription={words.completedFormHelp}
      more={({ fields, setField, problems, disabled }) => (
        <TextInput
          label={words.atiNumber}
          description={words.atiHelp}
          value={fields.atiNumber ?? ""}
          maxLength={20}
          autoCapitalize="characters"
          autoComplete="off"
          disabled={disabled}
          onChange={(event) => setField("atiNumber", event.currentTarget.value)}
          error={problems.atiNumber}
        />
      )}
      moreProblems={({ atiNumber = "" }) => (isAti(atiNumber) ? {} : { atiNumber: words.atiInvalid })}
      completedOn={{ label: words.fingerprintsTakenOn, description: words.fingerprintsDateHelp }}
      send={async (fields) => {
        await call(sendLiveScanProof, {
          params: { id },
          body: {
            profileLevelAccessId,
            atiNumber: fields.atiNumber ?? "",
            completedDate: fields.completedDate ?? "",
            ...givenDays(fields),
          },
          files: [],
        });
        await queryClient.invalidateQueries({ queryKey: ["liveScan"] });
      }}
      {...(tracked ? { nextText: words.stateAnswersNext } : {})}
    />
  );
}

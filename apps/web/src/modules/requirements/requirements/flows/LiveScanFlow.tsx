import { sendLiveScanProof } from "@touchline/contract/requirements/submissions";
import { Facts, Panel, TextInput } from "@touchline/ui";
import { call } from "../../../../client.ts";
import type { FlowProps } from "../Flow.tsx";
import classes from "../RequirementPage.module.css";
import { words } from "../words.ts";
import { givenDays, SendForm } from "./SendForm.tsx";

const isAti = (text: string) => /^[A-Z]\d{3}[A-Z]{3}\d{3}$/.test(text.trim().toUpperCase());

/** What the fingerprinting site needs to know, and what it gives back. */
export function LiveScanFlow(props: FlowProps) {
  const { requirementId: id, profileLevelAccessId, settings } = props.requirement;
  if (settings.kind !== "live-scan") return null;
  return (
    <>
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
      <SendForm
        {...props}
        title={words.uploadFormTitle}
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
        send={(fields) =>
          call(sendLiveScanProof, {
            params: { id },
            body: {
              profileLevelAccessId,
              atiNumber: fields.atiNumber ?? "",
              completedDate: fields.completedDate ?? "",
              ...givenDays(fields),
            },
            files: [],
          })
        }
      />
    </>
  );
}

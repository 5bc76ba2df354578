import { sendLiveScanProof } from "@touchline/contract/requirements/submissions";
import { Facts, Panel, TextInput } from "@touchline/ui";
import { call } from "../../../../client.ts";
import type { FlowProps } from "../Flow.tsx";
import classes from "../RequirementPage.module.css";
import { givenDays, SendForm } from "./SendForm.tsx";

const isAti = (text: string) => /^[A-Z]\d{3}[A-Z]{3}\d{3}$/.test(text.trim().toUpperCase());

/** What the fingerprinting site needs to know, and what it gives back. */
export function LiveScanFlow(props: FlowProps) {
  const { requirementId: id, profileLevelAccessId, settings } = props.requirement;
  if (settings.kind !== "live-scan") return null;
  return (
    <>
      <Panel title="1. Have your fingerprints taken">
        <p className={classes.lead}>
          Take the request form (BCIA 8016) and a photo ID to a Live Scan site. Write this on the form:
        </p>
        <Facts
          facts={[
            { label: "ORI", value: settings.ori || null },
            { label: "Type of applicant", value: settings.applicantType || null },
            { label: "Job title", value: settings.jobTitle || null },
            { label: "Agency", value: settings.agency || null },
            { label: "Mail code", value: settings.mailCode || null },
            { label: "Contact", value: settings.contact || null },
            { label: "Level of service", value: settings.levelOfService.join(" and ") },
          ]}
        />
      </Panel>
      <SendForm
        {...props}
        title="2. Upload the form"
        fileLabel="The completed form"
        fileDescription="A photo or scan of the form you got back from the site. Cover your Social Security number."
        more={({ fields, setField, problems, disabled }) => (
          <TextInput
            label="ATI number"
            description="At the bottom of the form: a letter, three digits, three letters, three digits."
            value={fields.atiNumber ?? ""}
            maxLength={20}
            autoCapitalize="characters"
            autoComplete="off"
            disabled={disabled}
            onChange={(event) => setField("atiNumber", event.currentTarget.value)}
            error={problems.atiNumber}
          />
        )}
        moreProblems={({ atiNumber = "" }) =>
          isAti(atiNumber) ? {} : { atiNumber: "Enter it as on the form, for example A123BCD456." }
        }
        completedOn={{ label: "Fingerprints taken on", description: "The date on the form." }}
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

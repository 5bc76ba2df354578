import { sendBackgroundCheckReport } from "@touchline/contract/submissions";
import { call } from "../../../client.ts";
import type { FlowProps } from "../Flow.tsx";
import { givenDays, SendForm } from "./SendForm.tsx";

/** A background check that was made elsewhere. */
export function ReportFlow(props: FlowProps) {
  const { requirementId: id, profileLevelAccessId, settings } = props.requirement;
  if (settings.kind !== "background-check") return null;
  const { reportMostDays } = settings;
  return (
    <SendForm
      {...props}
      title="Send in a report you have"
      fileLabel="The report"
      fileDescription={
        reportMostDays === null
          ? "The whole report, as you were given it."
          : `The whole report, not older than ${reportMostDays} days.`
      }
      completedOn={{ label: "Date of the report", description: "The day it was made, as it says." }}
      send={(fields) =>
        call(sendBackgroundCheckReport, {
          params: { id },
          body: { profileLevelAccessId, completedDate: fields.completedDate ?? "", ...givenDays(fields) },
          files: [],
        })
      }
      after="Only those who review background checks at your organization see it. You can take it back until it is decided."
    />
  );
}

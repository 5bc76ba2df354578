import { sendBackgroundCheckReport } from "@touchline/contract/requirements/submissions";
import { addToDay } from "@touchline/rules/calendar";
import { call } from "../../../../client.ts";
import { dayIn, dayText } from "../../../../dates.ts";
import { serverNow } from "../../../../session/clock.ts";
import type { FlowProps } from "../Flow.tsx";
import { givenDays, SendForm } from "./SendForm.tsx";

/** A background check that was made elsewhere. */
export function ReportFlow(props: FlowProps) {
  const { requirementId: id, profileLevelAccessId, settings } = props.requirement;
  if (settings.kind !== "background-check") return null;
  const { reportMostDays } = settings;
  const today = dayIn(new Date(serverNow()).toISOString(), props.zone);
  return (
    <SendForm
      {...props}
      title="Submit a report you have"
      fileLabel="The report"
      fileDescription={
        reportMostDays === null
          ? "The complete report as you received it."
          : `The complete report, dated ${dayText(addToDay(today, { days: -reportMostDays }))} or later.`
      }
      completedOn={{ label: "Date of the report", description: "The date stated in the report." }}
      moreProblems={({ completedDate = "" }) =>
        reportMostDays !== null && completedDate !== "" && completedDate < addToDay(today, { days: -reportMostDays })
          ? { completedDate: `The report may be ${reportMostDays} days old at most. Request a newer one.` }
          : {}
      }
      send={(fields) =>
        call(sendBackgroundCheckReport, {
          params: { id },
          body: { profileLevelAccessId, completedDate: fields.completedDate ?? "", ...givenDays(fields) },
          files: [],
        })
      }
      after="Only reviewers of background checks at your organization can see it. You can withdraw it until it is decided."
    />
  );
}

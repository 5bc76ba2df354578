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
      title="Send in a report you have"
      fileLabel="The report"
      fileDescription={
        reportMostDays === null
          ? "The whole report, as you were given it."
          : `The whole report, made on ${dayText(addToDay(today, { days: -reportMostDays }))} or later.`
      }
      completedOn={{ label: "Date of the report", description: "The day it was made, as it says." }}
      moreProblems={({ completedDate = "" }) =>
        reportMostDays !== null && completedDate !== "" && completedDate < addToDay(today, { days: -reportMostDays })
          ? { completedDate: `The report may be ${reportMostDays} days old at most. Ask for a newer one.` }
          : {}
      }
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

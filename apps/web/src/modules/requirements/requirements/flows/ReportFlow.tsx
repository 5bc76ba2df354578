import { sendBackgroundCheckReport } from "@touchline/contract/requirements/submissions";
import { addToDay } from "@touchline/rules/calendar";
import { call } from "../../../../client.ts";
import { dayIn, dayText } from "../../../../dates.ts";
import { serverNow } from "../../../../session/clock.ts";
import type { FlowProps } from "../Flow.tsx";
import { words } from "../words.ts";
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
      title={words.reportTitle}
      fileLabel={words.report}
      fileDescription={
        reportMostDays === null
          ? words.reportHelp
          : words.recentReportHelp({ day: dayText(addToDay(today, { days: -reportMostDays })) })
      }
      completedOn={{ label: words.reportDate, description: words.reportDateHelp }}
      moreProblems={({ completedDate = "" }) =>
        reportMostDays !== null && completedDate !== "" && completedDate < addToDay(today, { days: -reportMostDays })
          ? { completedDate: words.reportTooOld({ days: reportMostDays }) }
          : {}
      }
      send={(fields) =>
        call(sendBackgroundCheckReport, {
          params: { id },
          body: { profileLevelAccessId, completedDate: fields.completedDate ?? "", ...givenDays(fields) },
          files: [],
        })
      }
      after={words.reportReview}
    />
  );
}

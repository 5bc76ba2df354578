import { completeForm } from "@touchline/contract/requirements/forms";
import { completeDocument } from "@touchline/contract/requirements/requirements";
import { wantsCompletionDate } from "@touchline/rules/library/content";
import { call } from "../../../client.ts";
import type { FlowProps } from "./Flow.tsx";
import { givenDays, SendForm } from "./flows/SendForm.tsx";
import { words } from "./words.ts";

/** Sending a document in: its files, and the days its content asks for. */
export function SubmitForm(props: FlowProps) {
  const { requirementId, profileLevelAccessId, settings } = props.requirement;
  return (
    <SendForm
      {...props}
      completedOn={
        wantsCompletionDate(settings) ? { label: words.completedOn, description: words.completedDateHelp } : null
      }
      send={(fields) =>
        call(settings.kind === "form" ? completeForm : completeDocument, {
          params: { id: requirementId },
          body: {
            profileLevelAccessId,
            ...(fields.completedDate && wantsCompletionDate(settings) ? { completedDate: fields.completedDate } : {}),
            ...givenDays(fields),
          },
          files: [],
        })
      }
    />
  );
}

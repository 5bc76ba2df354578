import { useQueryClient } from "@tanstack/react-query";
import {
  addBillingInformation,
  type BillingInformation,
  type BillingInformationBody,
} from "@touchline/contract/billing/organization-billing";
import { InformationFields } from "../../../billing/InformationFields.tsx";
import { type InformationDraft, informationBody, informationDraft } from "../../../billing/information.ts";
import { problemsOf } from "../../../form-errors.ts";
import { SavedPart } from "../../../parts/SavedPart.tsx";
import { useSavedPart } from "../../../parts/useSavedPart.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { informationQuery, planQuery, saveInformation } from "./queries.ts";
import { words } from "./words.ts";

/** Whom invoices are made out to. */
export function InformationPart({ information }: { information: BillingInformation | null }) {
  const { organizationId, organizationName } = useActiveProfile();
  const queryClient = useQueryClient();
  const part = useSavedPart<InformationDraft, BillingInformation>({
    saved: informationDraft(information, organizationName),
    check: (draft) => problemsOf(addBillingInformation.body, informationBody(draft)),
    save: (draft) =>
      saveInformation(organizationId, informationBody(draft) as BillingInformationBody, information === null),
    onSaved: (saved) => queryClient.setQueryData(informationQuery(organizationId).queryKey, saved),
    notice: words.informationSaved,
    everywhere: () => queryClient.invalidateQueries(planQuery(organizationId)),
  });
  const { value, errors } = part;
  const change = (changed: Partial<InformationDraft>) => part.change({ ...value, ...changed });
  return (
    <SavedPart title={words.information} lead={words.informationAbout} part={part}>
      <InformationFields value={value} errors={errors} onChange={change} />
    </SavedPart>
  );
}

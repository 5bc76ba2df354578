import { useQuery } from "@tanstack/react-query";
import type { PolicyType } from "@touchline/contract";
import { currentPolicies, policyNames } from "@touchline/contract/accounts/policies";
import { Checkbox, TextLink } from "@touchline/ui";
import { call } from "../../../client.ts";
import { policyHref } from "../../../policy-addresses.ts";
import type { AcceptedPolicies } from "./queries.ts";
import { words } from "./words.ts";

interface AgreeToPoliciesProps {
  /** The versions that were shown when the box was checked; none while it isn't. */
  accepted: AcceptedPolicies;
  onChange: (accepted: AcceptedPolicies) => void;
  error: string | undefined;
}

/** The checkbox by which a new person agrees to the policies in force, with links to them. */
export function AgreeToPolicies({ accepted, onChange, error }: AgreeToPoliciesProps) {
  const current = useQuery({
    queryKey: ["policies", "current"],
    queryFn: ({ signal }) => call(currentPolicies, {}, { signal }),
  });
  const policies = (current.data ?? []).map(({ type, version }) => ({ type, version }));
  const shown = accepted.length > 0 ? accepted : policies;
  const linkTo = (type: PolicyType) => (
    <TextLink href={policyHref(type, shown.find((one) => one.type === type)?.version)} target="_blank">
      {policyNames[type]}
    </TextLink>
  );
  return (
    <Checkbox
      label={words.agreeToPolicies}
      description={
        <>
          {linkTo("terms")} · {linkTo("privacy")}
        </>
      }
      // Nobody agrees to what can't be read yet.
      disabled={policies.length === 0}
      checked={accepted.length > 0}
      onChange={(event) => onChange(event.currentTarget.checked ? policies : [])}
      error={current.error ? words.policiesNotLoaded : error}
    />
  );
}

import { useQuery } from "@tanstack/react-query";
import type { PolicyType } from "@touchline/contract";
import { currentPolicies, policyNames } from "@touchline/contract/accounts/policies";
import { Checkbox, TextLink } from "@touchline/ui";
import { call } from "../../../client.ts";
import { policyHref } from "../../../policy-addresses.ts";
import { words } from "./words.ts";

/** The policies in force, which a new person agrees to; empty until they are loaded. */
export function usePoliciesToAccept() {
  const { data } = useQuery({
    queryKey: ["policies", "current"],
    queryFn: ({ signal }) => call(currentPolicies, {}, { signal }),
  });
  return (data ?? []).map(({ type, version }) => ({ type, version }));
}

interface AgreeToPoliciesProps {
  policies: ReturnType<typeof usePoliciesToAccept>;
  agreed: boolean;
  onChange: (agreed: boolean) => void;
  error: string | undefined;
}

/** The checkbox by which a new person agrees to the policies, with links to them. */
export function AgreeToPolicies({ policies, agreed, onChange, error }: AgreeToPoliciesProps) {
  const linkTo = (type: PolicyType) => (
    <TextLink href={policyHref(type, policies.find((one) => one.type === type)?.version)} target="_blank">
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
      checked={agreed}
      onChange={(event) => onChange(event.currentTarget.checked)}
      error={error}
    />
  );
}

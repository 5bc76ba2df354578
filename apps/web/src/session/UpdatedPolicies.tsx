import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { PolicyType } from "@touchline/contract";
import { currentPolicies, policyNames } from "@touchline/contract/accounts/policies";
import { Button, Checkbox, Dialog, TextLink } from "@touchline/ui";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { call } from "../client.ts";
import { policyHref } from "../policy-addresses.ts";
import { acknowledge } from "./acknowledge.ts";
import { renew } from "./renewal.ts";
import { readSecurity } from "./security.ts";
import { listenToTabs } from "./tabs.ts";
import { words } from "./words.ts";

const stays = () => {};

/** Renews the token after the policies were accepted in another tab. If that fails, they can be accepted here. */
function useAcceptedElsewhere(): void {
  useEffect(
    () =>
      listenToTabs((message) => {
        if (message.kind === "accepted") renew(readSecurity().profileId).catch(() => undefined);
      }),
    [],
  );
}

/**
 * Asks the person to accept the current policies. The only other choice is to log out. Texts: specification 1, section 2,
 * Updated Policies modal. What follows: section 4, policy acceptance.
 */
export function UpdatedPolicies({ pending }: { pending: readonly PolicyType[] }) {
  const [agreed, setAgreed] = useState(false);
  const navigate = useNavigate();
  useAcceptedElsewhere();
  const current = useQuery({
    queryKey: ["policies", "current"],
    queryFn: ({ signal }) => call(currentPolicies, {}, { signal }),
  });
  const policies = current.data ?? [];
  const accept = useMutation({
    mutationFn: () => acknowledge(pending, policies),
    onError: () => void navigate({ to: "/logout", replace: true }),
  });
  const termsPending = pending.includes("terms");
  const linkTo = (type: PolicyType) => (
    <TextLink href={policyHref(type, policies.find((one) => one.type === type)?.version)} target="_blank">
      {policyNames[type]}
    </TextLink>
  );
  const updated = policies.filter((one) => one.version > 1 && pending.includes(one.type));
  return (
    <Dialog
      opened
      blocking
      onClose={stays}
      title={words.updatedPolicies}
      footer={
        <>
          <Button variant="transparent" label={words.logOut} href="/logout" disabled={accept.isPending} />
          <Button
            label={words.acknowledgeUpdatedPolicies}
            disabled={termsPending && !agreed}
            loading={accept.isPending}
            onClick={() => accept.mutate()}
          />
        </>
      }
    >
      <NothingBehind>
        <p>{words.readPolicies}</p>
        <ul>
          <li>{linkTo("privacy")}</li>
          <li>{linkTo("terms")}</li>
        </ul>
      </NothingBehind>
      {updated.map((one) => (
        <p key={one.type}>
          <strong>{policyNames[one.type]}:</strong> {one.summary}
        </p>
      ))}
      {termsPending && (
        <Checkbox
          label={words.agreeToTerms}
          checked={agreed}
          onChange={(event) => setAgreed(event.currentTarget.checked)}
        />
      )}
    </Dialog>
  );
}

/** Makes everything besides the dialog, other dialogs too, unreachable for pointer, keyboard, and screen readers. */
function NothingBehind({ children }: { children: ReactNode }) {
  const within = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const put: HTMLElement[] = [];
    let one: Element | null = within.current?.closest("[role=dialog]") ?? null;
    for (; one?.parentElement && one !== document.body; one = one.parentElement) {
      for (const beside of one.parentElement.children) {
        if (beside === one || !(beside instanceof HTMLElement) || beside.inert) continue;
        beside.inert = true;
        put.push(beside);
      }
    }
    return () => {
      for (const beside of put) beside.inert = false;
    };
  }, []);
  return <div ref={within}>{children}</div>;
}

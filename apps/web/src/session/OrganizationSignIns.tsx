import { useMutation } from "@tanstack/react-query";
import { Button, Notice } from "@touchline/ui";
import { beginAtPartner, findSignOns, type Partner } from "./partner-sign-in.ts";
import { words } from "./words.ts";

interface OrganizationSignInsProps {
  /** The address that was typed. */
  email: string;
  /** Where to go afterwards. */
  next: unknown;
  /** Whether to stay logged in for long. */
  remember: boolean;
  disabled: boolean;
}

/** Finds an organization's identity provider by the domain of an email address, and opens its login page. */
export function OrganizationSignIns({ email, next, remember, disabled }: OrganizationSignInsProps) {
  const leaveFor = async (partner: Partner) => location.assign(await beginAtPartner(partner, { next, remember }));
  const finding = useMutation({
    mutationFn: async (given: string) => {
      const isAddress = /^\S+@\S+\.\S+$/.test(given.trim());
      const found = isAddress ? await findSignOns(given) : [];
      const [only] = found;
      if (only && found.length === 1) await leaveFor(only);
      return { given, found, isAddress };
    },
  });
  const leaving = useMutation({ mutationFn: leaveFor });
  const answer = finding.data?.given === email ? finding.data : undefined;
  return (
    <>
      <Button
        variant="secondary"
        label={words.singleSignOn}
        fullWidth
        disabled={disabled}
        loading={finding.isPending || answer?.found.length === 1}
        onClick={() => finding.mutate(email)}
      />
      {finding.error && !finding.isPending && <Notice tone="stop">{words.signOnNotReached}</Notice>}
      {answer && answer.found.length === 0 && (
        <Notice tone="needs">{answer.isAddress ? words.signOnNotFound : words.signOnEmailMissing}</Notice>
      )}
      {answer && answer.found.length > 1 && (
        <>
          <Notice tone="needs">{words.chooseSignOn}</Notice>
          {answer.found.map((one) => (
            <Button
              key={one.key}
              variant="secondary"
              label={words.continueWithPartner({ name: one.name })}
              fullWidth
              disabled={disabled || leaving.isPending}
              onClick={() => leaving.mutate(one)}
            />
          ))}
        </>
      )}
    </>
  );
}

import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "@touchline/ui";
import { beginAtPartner, listPartners, type Partner } from "./partner-sign-in.ts";
import { words } from "./words.ts";

interface PartnerSignInsProps {
  /** Where to go afterwards. */
  next: unknown;
  /** Whether to stay logged in for long. */
  remember: boolean;
  disabled: boolean;
}

/** A button for each partner whose people sign in there; nothing where there are none. */
export function PartnerSignIns({ next, remember, disabled }: PartnerSignInsProps) {
  const { data = [] } = useQuery({ queryKey: ["partnerSignIns"], queryFn: listPartners, staleTime: Infinity });
  const leaving = useMutation({
    mutationFn: async (partner: Partner) => location.assign(await beginAtPartner(partner, { next, remember })),
  });
  return data.map((partner) => (
    <Button
      key={partner.key}
      variant="secondary"
      label={words.continueWithPartner({ name: partner.name })}
      fullWidth
      disabled={disabled}
      onClick={() => leaving.mutate(partner)}
    />
  ));
}

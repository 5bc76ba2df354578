import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "@touchline/ui";
import { beginAtPartner, listPartners, type Partner } from "./partner-sign-in.ts";
import { words } from "./words.ts";

interface PartnerSignInsProps {
  /** The page to open afterwards. */
  next: unknown;
  /** Whether to stay logged in. */
  remember: boolean;
  disabled: boolean;
}

/** Shows a button for each partner that people can sign in with. */
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

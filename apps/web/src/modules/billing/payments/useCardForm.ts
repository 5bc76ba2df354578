import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { leaveTo } from "../../../billing/leave.ts";
import { keepChoice } from "./place.ts";
import { openForm } from "./queries.ts";

/** The address to which a hosted form returns: the page then shows the selected fees, with the card. */
export const afterCard = "/payments";

/**
 * Leads to where the card is entered for what was chosen: a page of the provider, or its fields in this page, which the address
 * then asks for.
 */
export function useCardForm() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (keys: readonly string[]) => {
      keepChoice(keys);
      const form = await openForm(afterCard);
      if (form.kind === "elements") {
        await navigate({ href: "/payments?step=card" });
        return;
      }
      await leaveTo(form.url);
    },
  });
}

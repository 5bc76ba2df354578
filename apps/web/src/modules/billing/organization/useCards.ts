import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CardForm } from "@touchline/contract/billing/money";
import type { OrganizationPaymentMethod } from "@touchline/contract/billing/organization-billing";
import { useNotify } from "@touchline/ui";
import { useEffect, useRef, useState } from "react";
import { leaveTo } from "../../../billing/leave.ts";
import { wasLoadedHere } from "../../../own-document.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import { addCard, beginCard, cardsQuery, makeDefault, planQuery } from "./queries.ts";
import { words } from "./words.ts";

const idIn = (value: unknown, prefix: string) => {
  const text = textIn(value);
  return new RegExp(`^${prefix}_\\w{3,200}$`).test(text) ? text : null;
};

const readCardPlace = (search: RawSearch) => ({
  setupIntentId: idIn(search.setup_intent, "seti"),
  isFailed: textIn(search.redirect_status) === "failed",
  replaces: idIn(search.replaces, "pm"),
  entersCard: textIn(search.step) === "card",
});

const noCard = {
  setup_intent: undefined,
  setup_intent_client_secret: undefined,
  redirect_status: undefined,
  replaces: undefined,
  step: undefined,
};

interface EnteredHere {
  form: Extract<CardForm, { kind: "elements" }>;
  clientSecret: string;
}

export type NewCard = ReturnType<typeof useNewCard>;

/** Opens the card form, here or at the provider, and adds the card once the reader is back. */
export function useNewCard() {
  const { organizationId } = useActiveProfile();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const [place, change] = useUrlState(readCardPlace);
  const [entered, setEntered] = useState<EnteredHere | null>(null);
  const [isRefusedByBank, setRefusedByBank] = useState(false);
  const [added, setAdded] = useState<OrganizationPaymentMethod | null>(null);

  const adding = useMutation({
    mutationFn: ({ setupIntentId, replaces }: { setupIntentId: string; replaces: string | null }) =>
      addCard(organizationId, { setupIntentId, ...(replaces !== null && { replaces }) }),
    onSuccess: (cards, { replaces }) => {
      queryClient.setQueryData(cardsQuery(organizationId).queryKey, cards);
      void queryClient.invalidateQueries(planQuery(organizationId));
      void queryClient.invalidateQueries({ queryKey: ["activeProfile"] });
      const newest = cards.toSorted((a, b) => b.addedAt.localeCompare(a.addedAt))[0];
      // After a second card is added, the page asks which one to charge.
      if (replaces === null && newest && !newest.isDefault) setAdded(newest);
      else notify("done", replaces === null ? words.cardAdded : words.cardReplaced);
    },
    onError: () => queryClient.invalidateQueries(cardsQuery(organizationId)),
  });
  const opening = useMutation({
    mutationFn: async (replaces: string | null) => {
      const query = replaces === null ? "" : `?replaces=${replaces}`;
      const { form, clientSecret } = await beginCard(organizationId, `/account/billing/payment${query}`);
      if (form.kind === "hosted") {
        await leaveTo(form.url);
        return null;
      }
      return { form, clientSecret };
    },
    onMutate: () => {
      setAdded(null);
      setRefusedByBank(false);
      adding.reset();
    },
    onSuccess: (here, replaces) => {
      if (!here) return;
      change({ step: "card", replaces: replaces ?? undefined });
      setEntered(here);
    },
  });

  // Runs once per return, however often the page renders before the address is cleaned up.
  const handled = useRef<string | null>(null);
  const { mutate: add } = adding;
  const { setupIntentId, isFailed, replaces } = place;
  useEffect(() => {
    if (setupIntentId === null || handled.current === setupIntentId) return;
    handled.current = setupIntentId;
    change(noCard);
    if (isFailed) setRefusedByBank(true);
    else add({ setupIntentId, replaces });
  }, [setupIntentId, isFailed, replaces, change, add]);

  // The page has reloaded to get the provider's fields, so they are requested again.
  const { mutate: open } = opening;
  const wantsFields = place.entersCard && entered === null && wasLoadedHere();
  const requested = useRef(false);
  useEffect(() => {
    if (!wantsFields || requested.current) return;
    requested.current = true;
    open(replaces);
  }, [wantsFields, open, replaces]);

  const leave = () => {
    setEntered(null);
    change(noCard);
  };
  return {
    /** Leads to where a card is entered, in place of another or besides. */
    open: opening.mutate,
    isOpening: opening.isPending,
    openingError: opening.error,
    /** The card that the new one takes the place of, while its form is being opened. */
    replaces: opening.variables ?? null,
    isAdding: adding.isPending,
    addingError: adding.error,
    isRefusedByBank,
    /** The card that was just added beside the one that is charged. */
    added,
    /** The provider's fields, if they are shown in this page. */
    form: entered,
    onEntered: (id: string) => {
      leave();
      add({ setupIntentId: id, replaces });
    },
    onCancel: leave,
  };
}

/** Makes a card the one that invoices are charged to. */
export function useDefaultCard(card: string) {
  const { organizationId } = useActiveProfile();
  const queryClient = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: (paymentMethodId: string) => makeDefault(organizationId, paymentMethodId),
    onSuccess: (cards) => {
      queryClient.setQueryData(cardsQuery(organizationId).queryKey, cards);
      void queryClient.invalidateQueries(planQuery(organizationId));
      notify("done", words.madeDefault({ card }));
    },
  });
}

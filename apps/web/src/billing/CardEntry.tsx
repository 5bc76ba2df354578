import type { CardForm } from "@touchline/contract/billing/money";
import { LoadingState, Notice } from "@touchline/ui";
import { lazy, Suspense, useEffect } from "react";
import { wasLoadedHere } from "../own-document.ts";
import type { ElementsFormProps } from "./ElementsForm.tsx";
import { words } from "./words.ts";

/** Loaded only where the provider's fields are shown in the page, which needs a key of the provider. */
const ElementsForm = lazy(() => import("./ElementsForm.tsx"));

interface CardEntryProps extends Omit<ElementsFormProps, "publishableKey"> {
  form: Extract<CardForm, { kind: "elements" }>;
}

/**
 * Enters a card inside the page. A page that was reached from another one loads once more, so that its own content security
 * policy applies.
 */
export function CardEntry({ form, ...props }: CardEntryProps) {
  const isOwn = wasLoadedHere();
  useEffect(() => {
    if (!isOwn) location.reload();
  }, [isOwn]);
  const loading = <LoadingState label={words.loadingCardForm} lines={2} />;
  if (!isOwn) return loading;
  return (
    <>
      {form.simulated && <Notice tone="none">{words.simulated}</Notice>}
      <Suspense fallback={loading}>
        <ElementsForm {...props} publishableKey={form.publishableKey} />
      </Suspense>
    </>
  );
}

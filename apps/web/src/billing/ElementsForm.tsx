import { CardElement, Elements, useElements, useStripe } from "@stripe/react-stripe-js";
import type { StripeCardElement } from "@stripe/stripe-js";
import { useQuery } from "@tanstack/react-query";
import { Button, LoadingState, Notice } from "@touchline/ui";
import { type FormEvent, useState } from "react";
import classes from "./CardEntry.module.css";
import { fetchProvider } from "./stripe.ts";
import { words } from "./words.ts";

export interface ElementsFormProps {
  publishableKey: string;
  /** The setup that the card is kept by; null: the card is for one payment. */
  clientSecret: string | null;
  /** Gets the provider's id: of the setup, or else of the card. */
  onEntered: (id: string) => void;
  onCancel: () => void;
}

/** The card provider's own fields inside the page: typed data goes to the provider, and this page can't read it. */
export default function ElementsForm(props: ElementsFormProps) {
  const { publishableKey } = props;
  const { data, error, refetch } = useQuery({
    queryKey: ["cardProvider", publishableKey],
    queryFn: () => fetchProvider(publishableKey),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) {
    const again = <Button small variant="secondary" label={words.tryAgain} onClick={() => void refetch()} />;
    return (
      <Notice tone="stop" title={words.providerNotLoaded} action={again}>
        {words.providerNotLoadedHelp}
      </Notice>
    );
  }
  if (!data) return <LoadingState label={words.loadingCardForm} lines={2} />;
  return (
    <Elements stripe={data}>
      <Fields {...props} />
    </Elements>
  );
}

function Fields({ clientSecret, onEntered, onCancel }: ElementsFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const [look] = useState(fieldLook);

  /** The id that the provider gives for what was entered, or why it doesn't. */
  async function entered(card: StripeCardElement): Promise<{ id: string } | { problem: string }> {
    if (!stripe) return { problem: words.cardNotRead };
    if (clientSecret !== null) {
      const { setupIntent, error } = await stripe.confirmCardSetup(clientSecret, { payment_method: { card } });
      return setupIntent ? { id: setupIntent.id } : { problem: error.message ?? words.cardNotRead };
    }
    const { paymentMethod, error } = await stripe.createPaymentMethod({ type: "card", card });
    return paymentMethod ? { id: paymentMethod.id } : { problem: error.message ?? words.cardNotRead };
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const card = elements?.getElement(CardElement);
    if (!card || isSending) return;
    setSending(true);
    setProblem(null);
    const result = await entered(card).catch(() => ({ problem: words.cardNotRead }));
    setSending(false);
    if ("id" in result) onEntered(result.id);
    else setProblem(result.problem);
  };
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)}>
      <fieldset className={classes.fields}>
        <legend>{words.cardDetails}</legend>
        <div className={classes.card}>
          <CardElement options={{ style: { base: look } }} />
        </div>
        <p className={classes.quiet}>{words.cardStaysThere}</p>
      </fieldset>
      {problem !== null && (
        <Notice tone="stop" title={words.cardRefused}>
          {problem}
        </Notice>
      )}
      <div className={classes.acts}>
        <Button type="submit" label={words.useCard} loading={isSending} disabled={!stripe} />
        <Button variant="quaternary" label={words.cancel} onClick={onCancel} />
      </div>
    </form>
  );
}

/** The provider's fields are in a frame that doesn't inherit styles, so they get the page's current colors. */
function fieldLook() {
  const page = getComputedStyle(document.body);
  return { color: page.color, fontFamily: page.fontFamily, fontSize: "16px" };
}

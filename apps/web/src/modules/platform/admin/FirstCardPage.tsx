import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import type { ResponseOf } from "@touchline/contract";
import { addFirstCard, beginFirstCard } from "@touchline/contract/billing/first-card";
import { addBillingInformation } from "@touchline/contract/billing/organization-billing";
import type { lookAtOrganization } from "@touchline/contract/setup/organization-creation";
import { cardText } from "@touchline/rules/billing/cards";
import { Button, LoadingState, Notice, PageHeader, Panel, useNotify } from "@touchline/ui";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { CardEntry } from "../../../billing/CardEntry.tsx";
import { InformationFields } from "../../../billing/InformationFields.tsx";
import { informationBody, informationDraft } from "../../../billing/information.ts";
import { leaveTo } from "../../../billing/leave.ts";
import { call } from "../../../client.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { type FieldErrors, focusFirstError, noErrors, problemsOf } from "../../../form-errors.ts";
import { GoTo } from "../../../GoTo.tsx";
import { wasLoadedHere } from "../../../own-document.ts";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import classes from "./Admin.module.css";
import { organizationQuery } from "./queries.ts";
import { words } from "./words.ts";

type Look = ResponseOf<typeof lookAtOrganization>;
type Begun = ResponseOf<typeof beginFirstCard>;

const readReturn = (search: RawSearch) => ({
  setupIntentId: /^seti_\w{3,200}$/.exec(textIn(search.setup_intent))?.[0] ?? null,
  isFailed: textIn(search.redirect_status) === "failed",
});
const noCard = { setup_intent: undefined, setup_intent_client_secret: undefined, redirect_status: undefined };

/** The last step of creating an organization: whom invoices are made out to, and the card that pays them. */
export function FirstCardPage() {
  const { organizationId } = useParams({ strict: false }) as { organizationId: string };
  const { data, error, refetch } = useQuery(organizationQuery(organizationId));
  useTitle(words.paymentStep);
  // Reloaded when it is opened from another page, so that its own security policy permits the card provider's fields.
  const [isOwn] = useState(wasLoadedHere);
  useEffect(() => {
    if (!isOwn) location.reload();
  }, [isOwn]);
  if (!isOwn) return <LoadingState label={words.loadingOrganization} />;
  if (error && !data)
    return <LoadFailed title={words.organizationNotLoaded} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={words.loadingOrganization} />;
  if (data.hasCard !== false) return <GoTo href={`/admin/organizations/${organizationId}`} />;
  return <FirstCard organization={data} />;
}

function FirstCard({ organization }: { organization: Look }) {
  const { organizationId, name, plan } = organization;
  const href = `/admin/organizations/${organizationId}`;
  const [draft, setDraft] = useState(() => ({
    ...informationDraft(null, name),
    ...{ email: plan?.billingEmail ?? "", city: organization.cityName ?? "", state: organization.stateCode ?? "" },
    country: organization.countryCode === "Canada" ? "CA" : "US",
  }));
  const [errors, setErrors] = useState<FieldErrors>(noErrors);
  const [entered, setEntered] = useState<Begun | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const [{ setupIntentId, isFailed }, change] = useUrlState(readReturn);

  const adding = useMutation({
    mutationFn: (id: string) => call(addFirstCard, { params: { id: organizationId }, body: { setupIntentId: id } }),
    onSuccess: async (card) => {
      notify("done", words.firstCardAdded({ card: cardText(card), name }));
      await queryClient.invalidateQueries({ queryKey: organizationQuery(organizationId).queryKey });
      await navigate({ href });
    },
  });
  const beginning = useMutation({
    mutationFn: () =>
      call(beginFirstCard, {
        params: { id: organizationId },
        body: { information: informationBody(draft), returnPath: `${href}/payment` },
      }),
    onSuccess: (begun) => (begun.form.kind === "hosted" ? leaveTo(begun.form.url) : setEntered(begun)),
  });
  // Back from the provider's page; once, however often this renders before the address is cleaned up.
  const handled = useRef<string | null>(null);
  const { mutate: add } = adding;
  useEffect(() => {
    if (setupIntentId === null || handled.current === setupIntentId) return;
    handled.current = setupIntentId;
    change(noCard);
    if (!isFailed) add(setupIntentId);
  }, [setupIntentId, isFailed, change, add]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemsOf(addBillingInformation.body, informationBody(draft)) ?? noErrors;
    setErrors(found);
    if (Object.keys(found).length > 0) focusFirstError(form.current);
    else beginning.mutate();
  };
  const failure = beginning.error ?? adding.error;
  if (adding.isPending) return <LoadingState label={words.addingFirstCard} />;
  return (
    <>
      <PageHeader
        title={words.paymentStep}
        path={[
          { label: words.administration, href: "/admin" },
          { label: words.organizations, href: "/admin/organizations" },
          { label: name, href },
        ]}
      >
        {words.paymentStepHint({ name })}
      </PageHeader>
      {failure && (
        <Notice tone="stop" title={words.firstCardNotAdded}>
          {messageOf(failure)}
        </Notice>
      )}
      {entered?.form.kind === "elements" ? (
        <Panel title={words.enterCard}>
          <CardEntry
            form={entered.form}
            clientSecret={entered.clientSecret}
            onEntered={(id) => adding.mutate(id)}
            onCancel={() => setEntered(null)}
          />
        </Panel>
      ) : (
        <form ref={form} className={classes.creation} onSubmit={submit} noValidate>
          <InformationFields
            value={draft}
            errors={errors}
            onChange={(changed) => {
              setErrors(noErrors);
              setDraft((present) => ({ ...present, ...changed }));
            }}
          />
          <div className={classes.acts}>
            <Button type="submit" label={words.enterCard} loading={beginning.isPending} />
            <Button variant="secondary" label={words.skipCard} href={href} />
          </div>
          <p className={classes.note}>{words.skipCardHint}</p>
        </form>
      )}
    </>
  );
}

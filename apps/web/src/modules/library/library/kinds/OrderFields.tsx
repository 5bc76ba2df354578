import { useQuery } from "@tanstack/react-query";
import type { SettingsOf } from "@touchline/contract/library/content-settings";
import { Notice, Select, TextLink } from "@touchline/ui";
import type { FieldErrors } from "../../../../form-errors.ts";
import { FetchFailed } from "../../../../screening/FetchFailed.tsx";
import { agenciesQuery, clientsQuery, priceText, productsQuery } from "../../../../screening/queries.ts";
import { words as screeningWords } from "../../../../screening/words.ts";
import { useActiveProfile } from "../../../../session/useActiveProfile.ts";
import { words } from "../words.ts";
import classes from "./Kinds.module.css";

type Settings = SettingsOf<"background-check">;

interface OrderFieldsProps {
  settings: Settings;
  change: (next: Partial<Settings>) => void;
  errors: FieldErrors;
}

const none = "none";

/** The account and the product that are ordered for each person; nothing where reports are uploaded. */
export function OrderFields({ settings, change, errors }: OrderFieldsProps) {
  const { organizationId, yardstikOnboardingStatus } = useActiveProfile();
  const { provider, clientId, productId } = settings;
  const agencies = useQuery(agenciesQuery);
  const clients = useQuery(clientsQuery(organizationId));
  const own = (clients.data ?? []).filter((one) => one.provider === provider);
  const client = own.find((one) => one.clientId === clientId);
  const agency = agencies.data?.find((one) => one.provider === provider);
  if (agencies.error) return <FetchFailed error={agencies.error} onRetry={() => void agencies.refetch()} />;
  if (clients.error) return <FetchFailed error={clients.error} onRetry={() => void clients.refetch()} />;
  if (clientId === null && (agency?.kind !== "orders" || !clients.data)) return null;
  if (clientId === null && own.length === 0) {
    return (
      <p className={classes.quiet}>
        {words.connectFirst}{" "}
        {yardstikOnboardingStatus !== null && (
          <TextLink href="/account/organization/screening">{words.setUpScreening}</TextLink>
        )}
      </p>
    );
  }
  const choices = own.map((one) => ({ value: one.clientId, label: one.name }));
  const removedOption = clientId !== null && !client ? [{ value: clientId, label: words.accountGone }] : [];
  return (
    <>
      <Select
        label={words.account}
        description={words.accountHint}
        data={[{ value: none, label: words.noAccount }, ...choices, ...removedOption]}
        allowDeselect={false}
        value={clientId ?? none}
        onChange={(chosen) =>
          change({
            clientId: chosen === null || chosen === none ? null : chosen,
            ...{ productId: null, product: "", internationalProductId: null, internationalProduct: "" },
          })
        }
        error={errors.clientId}
      />
      {client?.simulated && <Notice tone="needs">{screeningWords.simulated}</Notice>}
      {clientId !== null && (
        <>
          <ProductField
            {...{ organizationId, clientId }}
            label={words.product}
            hint={words.productHint}
            chosen={productId}
            name={settings.product}
            error={errors.productId}
            onChange={(one) => one && change({ productId: one.productId, product: one.name })}
          />
          <ProductField
            {...{ organizationId, clientId }}
            label={words.internationalProduct}
            hint={words.internationalProductHint}
            same={words.sameProduct}
            chosen={settings.internationalProductId}
            name={settings.internationalProduct}
            error={errors.internationalProductId}
            onChange={(one) =>
              change({ internationalProductId: one?.productId ?? null, internationalProduct: one?.name ?? "" })
            }
          />
        </>
      )}
    </>
  );
}

interface ProductFieldProps {
  organizationId: string;
  clientId: string;
  label: string;
  hint: string;
  /** The label of the empty choice; without it, a choice is required. */
  same?: string;
  chosen: string | null;
  name: string;
  error: string | undefined;
  onChange: (chosen: { productId: string; name: string } | null) => void;
}

function ProductField({ organizationId, clientId, label, hint, same, ...field }: ProductFieldProps) {
  const { chosen, name, error, onChange } = field;
  const { data, error: failed, refetch } = useQuery(productsQuery(organizationId, clientId));
  const offered = (data ?? []).map((one) => ({
    value: one.productId,
    label: one.price === null ? one.name : words.productPrice({ name: one.name, price: priceText(one.price) }),
  }));
  const isOffered = chosen === null || offered.some(({ value }) => value === chosen);
  const kept = isOffered ? [] : [{ value: chosen, label: data ? words.productNotOffered({ name }) : name }];
  return (
    <>
      {failed && !data && same === undefined && <FetchFailed error={failed} onRetry={() => void refetch()} />}
      <Select
        label={label}
        description={hint}
        placeholder={words.chooseProduct}
        data={[...(same === undefined ? [] : [{ value: none, label: same }]), ...offered, ...kept]}
        allowDeselect={false}
        value={chosen ?? (same === undefined ? null : none)}
        onChange={(productId) => {
          const product = data?.find((one) => one.productId === productId);
          if (product || productId === none) onChange(product ?? null);
        }}
        error={error}
      />
    </>
  );
}

import { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";
import { backgroundCheckProviderLabels } from "@touchline/rules/library/content-words";
import { Checkbox, Select, Textarea, TextInput } from "@touchline/ui";
import { use } from "react";
import { ActiveProfileContext } from "../../../../session/useActiveProfile.ts";
import { words } from "../words.ts";
import { AcceptedFilesField } from "./AcceptedFilesField.tsx";
import type { KindFieldsProps } from "./fields.ts";
import { NumberField } from "./NumberField.tsx";
import { OrderFields } from "./OrderFields.tsx";
import { OutsideNotice } from "./OutsideNotice.tsx";
import { PriceField } from "./PriceField.tsx";

const known = Object.values(BackgroundCheckProvider);
const providers = known.map((value) => ({ value: String(value), label: backgroundCheckProviderLabels[value] }));

/** A screening by a provider, or a report of one. */
export function BackgroundCheckFields({ settings, change, errors }: KindFieldsProps<"background-check">) {
  // Templates of the platform are copied by organizations, which then choose an account of theirs.
  const isOrganizations = use(ActiveProfileContext) !== null;
  return (
    <>
      <Select
        label={words.provider}
        description={words.providerHint}
        data={providers}
        allowDeselect={false}
        value={String(settings.provider)}
        onChange={(value) =>
          change({
            provider: known.find((one) => String(one) === value) ?? BackgroundCheckProvider.Generic,
            // An account is one provider's.
            ...{ clientId: null, productId: null, internationalProductId: null, internationalProduct: "" },
            ...(settings.clientId === null ? {} : { product: "" }),
          })
        }
      />
      {isOrganizations && <OutsideNotice provider={settings.provider} />}
      {isOrganizations && <OrderFields settings={settings} change={change} errors={errors} />}
      {settings.clientId === null && (
        <TextInput
          label={words.packageOptional}
          description={words.packageHint}
          maxLength={200}
          value={settings.product}
          onChange={(event) => change({ product: event.target.value })}
          error={errors.product}
        />
      )}
      <Textarea
        label={words.noticeOptional}
        description={words.noticeHint}
        rows={4}
        maxLength={20_000}
        value={settings.notice}
        onChange={(event) => change({ notice: event.target.value })}
        error={errors.notice}
      />
      <Checkbox
        label={words.acceptReports}
        description={words.uploadsReviewed}
        checked={settings.acceptsReports}
        onChange={(event) => change({ acceptsReports: event.target.checked })}
      />
      {settings.acceptsReports && (
        <>
          <NumberField
            label={words.reportAgeOptional}
            value={settings.reportMostDays}
            empty={null}
            onChange={(reportMostDays) => change({ reportMostDays })}
            error={errors.reportMostDays && words.reportAgeRange}
          />
          <AcceptedFilesField settings={settings} change={change} errors={errors} />
        </>
      )}
      <PriceField settings={settings} change={change} error={errors.price} />
    </>
  );
}

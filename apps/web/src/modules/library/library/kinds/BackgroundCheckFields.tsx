import { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";
import { backgroundCheckProviderLabels } from "@touchline/rules/library/content-words";
import { Checkbox, Select, Textarea, TextInput } from "@touchline/ui";
import type { KindFieldsProps } from "./fields.ts";
import { NumberField } from "./NumberField.tsx";
import { PaperFields } from "./PaperFields.tsx";
import { PriceField } from "./PriceField.tsx";

const known = Object.values(BackgroundCheckProvider);
const providers = known.map((value) => ({ value: String(value), label: backgroundCheckProviderLabels[value] }));

/** A screening by a provider, or a report of one. */
export function BackgroundCheckFields({ settings, change, errors }: KindFieldsProps<"background-check">) {
  return (
    <>
      <Select
        label="Provider"
        description="Who does the background check."
        data={providers}
        allowDeselect={false}
        value={String(settings.provider)}
        onChange={(value) =>
          change({ provider: known.find((one) => String(one) === value) ?? BackgroundCheckProvider.Generic })
        }
      />
      <TextInput
        label="What is ordered (optional)"
        description="The provider's own name for it."
        maxLength={200}
        value={settings.product}
        onChange={(event) => change({ product: event.target.value })}
        error={errors.product}
      />
      <Textarea
        label="Notice (optional)"
        description="What your organization says before anything is ordered."
        rows={4}
        maxLength={20_000}
        value={settings.notice}
        onChange={(event) => change({ notice: event.target.value })}
        error={errors.notice}
      />
      <Checkbox
        label="Members may upload a report that was made elsewhere"
        description="Somebody reviews each one."
        checked={settings.acceptsReports}
        onChange={(event) => change({ acceptsReports: event.target.checked })}
      />
      {settings.acceptsReports && (
        <>
          <NumberField
            label="How old such a report may be, in days (optional)"
            value={settings.reportMostDays}
            empty={null}
            onChange={(reportMostDays) => change({ reportMostDays })}
            error={errors.reportMostDays && "A whole number from 1 to 3650."}
          />
          <PaperFields settings={settings} change={change} errors={errors} />
        </>
      )}
      <PriceField value={settings.price} onChange={(price) => change({ price })} error={errors.price} />
    </>
  );
}

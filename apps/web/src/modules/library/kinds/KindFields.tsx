import type { ContentSettings } from "@touchline/contract/content-settings";
import { LoadingState } from "@touchline/ui";
import { type ComponentType, lazy, Suspense } from "react";
import { DocumentFields } from "./DocumentFields.tsx";
import type { KindFieldsProps } from "./fields.ts";
import { PaperFields } from "./PaperFields.tsx";

const FormFields = lazy(() => import("./FormFields.tsx").then((file) => ({ default: file.FormFields })));

interface AnyKindProps extends Omit<KindFieldsProps<"document">, "settings" | "change"> {
  settings: ContentSettings;
  change: (next: Partial<ContentSettings>) => void;
}

/** By kind: what its author says beside what every kind has. */
const fieldsOf: Partial<Record<ContentSettings["kind"], unknown>> = {
  document: DocumentFields,
  form: FormFields,
  "background-check": PaperFields,
  "abuse-prevention-training": PaperFields,
  "age-verification": PaperFields,
  "identity-verification": PaperFields,
  "live-scan": PaperFields,
};

/** The fields of whatever kind the settings are. */
export function KindFields(props: AnyKindProps) {
  const Fields = fieldsOf[props.settings.kind] as ComponentType<AnyKindProps> | undefined;
  if (!Fields) return null;
  return (
    <Suspense fallback={<LoadingState label="Loading" />}>
      <Fields {...props} />
    </Suspense>
  );
}

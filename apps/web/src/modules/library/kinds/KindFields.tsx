import type { ContentSettings } from "@touchline/contract/content-settings";
import type { ComponentType } from "react";
import { DocumentFields } from "./DocumentFields.tsx";
import type { KindFieldsProps } from "./fields.ts";
import { PaperFields } from "./PaperFields.tsx";
import { TrainingFields } from "./TrainingFields.tsx";
import { VideoFields } from "./VideoFields.tsx";
import { WaiverFields } from "./WaiverFields.tsx";

interface AnyKindProps extends Omit<KindFieldsProps<"document">, "settings" | "change"> {
  settings: ContentSettings;
  change: (next: Partial<ContentSettings>) => void;
}

/** By kind: what its author says beside what every kind has. */
const fieldsOf: Partial<Record<ContentSettings["kind"], unknown>> = {
  document: DocumentFields,
  "background-check": PaperFields,
  "abuse-prevention-training": PaperFields,
  "age-verification": PaperFields,
  "identity-verification": PaperFields,
  "live-scan": PaperFields,
  waiver: WaiverFields,
  video: VideoFields,
  "custom-training": TrainingFields,
};

/** The fields of whatever kind the settings are. */
export function KindFields(props: AnyKindProps) {
  const Fields = fieldsOf[props.settings.kind] as ComponentType<AnyKindProps> | undefined;
  return Fields ? <Fields {...props} /> : null;
}

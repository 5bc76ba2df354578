import type { ContentSettings } from "@touchline/contract/library/content-settings";
import { LoadingState } from "@touchline/ui";
import { type ComponentType, lazy, Suspense } from "react";
import { words } from "../words.ts";
import { AbusePreventionFields } from "./AbusePreventionFields.tsx";
import { AgeVerificationFields } from "./AgeVerificationFields.tsx";
import { BackgroundCheckFields } from "./BackgroundCheckFields.tsx";
import { DocumentFields } from "./DocumentFields.tsx";
import type { KindFieldsProps } from "./fields.ts";
import { IdentityFields } from "./IdentityFields.tsx";
import { LiveScanFields } from "./LiveScanFields.tsx";
import { OffenderSearchFields } from "./OffenderSearchFields.tsx";
import { TrainingFields } from "./TrainingFields.tsx";
import { UsSoccerFields } from "./UsSoccerFields.tsx";
import { VideoFields } from "./VideoFields.tsx";
import { WaiverFields } from "./WaiverFields.tsx";

const FormFields = lazy(() => import("./FormFields.tsx").then((file) => ({ default: file.FormFields })));

interface AnyKindProps extends Omit<KindFieldsProps<"document">, "settings" | "change"> {
  settings: ContentSettings;
  change: (next: Partial<ContentSettings>) => void;
}

/** The fields of each kind, in addition to the common ones. */
const fieldsOf: Partial<Record<ContentSettings["kind"], unknown>> = {
  document: DocumentFields,
  form: FormFields,
  "background-check": BackgroundCheckFields,
  "abuse-prevention-training": AbusePreventionFields,
  "sex-offender-search": OffenderSearchFields,
  "age-verification": AgeVerificationFields,
  "identity-verification": IdentityFields,
  "live-scan": LiveScanFields,
  "us-soccer": UsSoccerFields,
  waiver: WaiverFields,
  video: VideoFields,
  "custom-training": TrainingFields,
};

/** The fields of whatever kind the settings are. */
export function KindFields(props: AnyKindProps) {
  const Fields = fieldsOf[props.settings.kind] as ComponentType<AnyKindProps> | undefined;
  if (!Fields) return null;
  return (
    <Suspense fallback={<LoadingState label={words.loading} />}>
      <Fields {...props} />
    </Suspense>
  );
}

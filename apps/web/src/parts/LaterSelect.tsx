import { type Select, TextInput } from "@touchline/ui";
import { type ComponentProps, lazy, Suspense } from "react";

const SelectField = lazy(() => import("./SelectField.tsx"));

interface LaterSelectProps extends ComponentProps<typeof Select> {
  /** The label of what is chosen. */
  shown: string;
}

/** A select below what a page shows first: what it takes to open it comes after the page, into the place that is kept for it. */
export function LaterSelect({ shown, ...props }: LaterSelectProps) {
  return (
    <Suspense
      fallback={<TextInput label={props.label} value={shown} placeholder={props.placeholder} disabled readOnly />}
    >
      <SelectField {...props} />
    </Suspense>
  );
}

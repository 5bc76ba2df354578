import type { ContentKind } from "@touchline/contract";
import { done } from "@touchline/rules/compliance/status";
import { filesAccepted } from "@touchline/rules/library/content";
import { LoadingState } from "@touchline/ui";
import { type ComponentType, lazy, Suspense } from "react";
import type { Requirement } from "./queries.ts";
import { words } from "./words.ts";

export interface FlowProps {
  requirement: Requirement;
  zone: string;
}

const SubmitForm = lazy(() => import("./SubmitForm.tsx").then((file) => ({ default: file.SubmitForm })));

/** The kinds that need more than uploading files. */
const flows: Partial<Record<ContentKind, ComponentType<FlowProps>>> = {
  form: lazy(() => import("./flows/FormFlow.tsx").then((file) => ({ default: file.FormFlow }))),
  "background-check": lazy(() =>
    import("../background-check/CheckFlow.tsx").then((file) => ({ default: file.CheckFlow })),
  ),
  "abuse-prevention-training": lazy(() =>
    import("./flows/TrainingFlow.tsx").then((file) => ({ default: file.TrainingFlow })),
  ),
  "sex-offender-search": lazy(() =>
    import("./flows/BirthDateFlow.tsx").then((file) => ({ default: file.BirthDateFlow })),
  ),
  "age-verification": lazy(() => import("./flows/AgeFlow.tsx").then((file) => ({ default: file.AgeFlow }))),
  "identity-verification": lazy(() =>
    import("../identity/IdentityFlow.tsx").then((file) => ({ default: file.IdentityFlow })),
  ),
  "live-scan": lazy(() => import("./flows/LiveScanFlow.tsx").then((file) => ({ default: file.LiveScanFlow }))),
  "us-soccer": lazy(() => import("./flows/UssfIdFlow.tsx").then((file) => ({ default: file.UssfIdFlow }))),
  waiver: lazy(() => import("./flows/WaiverFlow.tsx").then((file) => ({ default: file.WaiverFlow }))),
  "custom-training": lazy(() => import("./flows/TrainingFlow.tsx").then((file) => ({ default: file.TrainingFlow }))),
  video: lazy(() => import("./flows/VideoFlow.tsx").then((file) => ({ default: file.VideoFlow }))),
};

/**
 * Whether people who can't act on the requirement see this part too: a waiver that a guardian must sign, the progress of a
 * background check, the age group, and licenses that were found.
 */
export const isRead = ({ settings, status, actions }: Requirement) =>
  (settings.kind === "waiver" && !done(status)) ||
  settings.kind === "background-check" ||
  settings.kind === "age-verification" ||
  (settings.kind === "us-soccer" && actions.includes("viewLicences"));

/** Whether people who can't act on the requirement see its progress: a Live Scan that was begun, an identity that was submitted. */
export const isTracked = ({ settings, attempt }: Requirement) =>
  (settings.kind === "live-scan" || settings.kind === "identity-verification") &&
  attempt !== null &&
  attempt.state !== "draft";

/** Shows the steps of a requirement, by its kind. */
export function Flow(props: FlowProps) {
  const { settings } = props.requirement;
  const OfKind = flows[settings.kind] ?? (filesAccepted(settings) === null ? null : SubmitForm);
  if (!OfKind) return null;
  return (
    <Suspense fallback={<LoadingState label={words.loading} />}>
      <OfKind {...props} />
    </Suspense>
  );
}

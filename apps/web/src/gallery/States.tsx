import { overallStatuses, RequirementStatus } from "@touchline/contract";
import {
  Button,
  EmptyState,
  IconUsers,
  LoadingState,
  Notice,
  OverallStatusBadge,
  RequirementStatusBadge,
  StatusIcon,
} from "@touchline/ui";
import classes from "./GalleryPage.module.css";
import { Section } from "./Section.tsx";

export function States() {
  return (
    <>
      <Section title="Status">
        <div className={classes.row}>
          {Object.values(RequirementStatus).map((status) => (
            <RequirementStatusBadge key={status} status={status} />
          ))}
        </div>
        <div className={classes.row}>
          {overallStatuses.map((status) => (
            <OverallStatusBadge key={status} status={status} />
          ))}
        </div>
        <div className={classes.row}>
          {(["done", "needs", "waits", "stop", "none"] as const).map((tone) => (
            <StatusIcon key={tone} icon={IconUsers} tone={tone} />
          ))}
        </div>
      </Section>
      <Section title="Notices">
        <Notice tone="done" title="You are cleared">
          Everything your organization asks of you is done until 14 March 2027.
        </Notice>
        <Notice tone="needs" title="One thing left" action={<Button small variant="secondary" label="Sign now" />}>
          Sign the season waiver. It takes two minutes.
        </Notice>
        <Notice tone="waits">Your background check is with the provider. Most come back within three days.</Notice>
        <Notice tone="stop" title="Expired">
          Your training expired on 3 May.
        </Notice>
        <Notice tone="none">Nothing is owed.</Notice>
      </Section>
      <Section title="Nothing, and not yet">
        <EmptyState icon={IconUsers} title="Nobody here yet" action={<Button label="Add people" />}>
          Add one person, paste a list, or share a sign-up address with your club.
        </EmptyState>
        <LoadingState />
      </Section>
    </>
  );
}

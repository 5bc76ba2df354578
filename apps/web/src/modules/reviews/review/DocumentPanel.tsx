import { useQuery } from "@tanstack/react-query";
import { type Grade, gradeLabels } from "@touchline/contract/library/content-settings";
import {
  type ComparedValue,
  type DocumentComparison,
  readingWayLabels,
} from "@touchline/contract/verification/documents";
import { Badge, Facts, IconAlertTriangle, IconCircleMinus, Notice, Panel } from "@touchline/ui";
import type { ReactNode } from "react";
import { dayText, momentText, monthDayText } from "../../../dates.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import classes from "./DocumentPanel.module.css";
import { PanelPlaceholder } from "./PanelPlaceholder.tsx";
import { documentComparisonQuery, type Review } from "./queries.ts";
import { words } from "./words.ts";

/** Compares what was typed and what was read from the document with the profile. */
export function DocumentPanel({ review: { requirementId, profileLevelAccessId } }: { review: Review }) {
  const query = useQuery(documentComparisonQuery(requirementId, profileLevelAccessId));
  const { data } = query;
  return (
    <Panel title={words.documentComparison}>
      {data ? (
        <Compared comparison={data} />
      ) : (
        <PanelPlaceholder query={query} title={words.comparisonNotLoaded} loadingLabel={words.loadingComparison} />
      )}
    </Panel>
  );
}

function Compared({ comparison }: { comparison: DocumentComparison }) {
  const zone = useActiveProfile().organization.timeZone;
  const { profile, typed, read, readAt, corrected, doubt, fitsFamily, grade, ageGroup } = comparison;
  return (
    <div className={classes.panel}>
      {fitsFamily.map(({ name, isGuardian }) => (
        <Notice key={name} tone="needs" title={words.fitsFamily({ name })}>
          {isGuardian ? words.fitsGuardian : words.fitsSibling}
        </Notice>
      ))}
      {corrected && doubt?.code !== "corrected" && <Notice tone="needs">{words.entriesCorrected}</Notice>}
      {doubt && readAt && <Notice tone="waits">{doubt.text}</Notice>}
      {(typed || read) && (
        <table className={classes.comparison}>
          <thead>
            <tr>
              <td />
              <th scope="col">{words.profile}</th>
              {typed && <th scope="col">{words.typed}</th>}
              {read && <th scope="col">{words.readFrom({ way: readingWayLabels[read.by] })}</th>}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{words.name}</th>
              <Value of={words.profile}>{profile.name}</Value>
              {typed && (
                <Value of={words.typed} fit={typed.nameFit} why={typed.nameDifferences}>
                  {typed.name}
                </Value>
              )}
              {read && (
                <Value of={words.read} fit={read.nameFit} why={read.nameDifferences}>
                  {read.name}
                </Value>
              )}
            </tr>
            <tr>
              <th scope="row">{words.dateOfBirth}</th>
              <Value of={words.profile}>{dayOr(profile.dateOfBirth)}</Value>
              {typed && (
                <Value of={words.typed} fit={typed.dateOfBirthFit}>
                  {dayOr(typed.dateOfBirth)}
                </Value>
              )}
              {read && (
                <Value of={words.read} fit={read.dateOfBirthFit}>
                  {dayOr(read.dateOfBirth)}
                </Value>
              )}
            </tr>
          </tbody>
        </table>
      )}
      <Facts
        facts={[
          { label: words.entries, value: typed && read && !corrected ? words.entriesAsRead : null },
          {
            label: words.documentValidThrough,
            value: read?.expiresOn ? validThrough(read.expiresOn, read.expired) : null,
          },
          { label: words.numberEndsIn, value: read?.numberEnd ?? null },
          { label: words.gradeTold, value: grade && grade.submitted !== null ? gradeLabels[grade.submitted] : null },
          { label: words.usualGrade, value: grade && usualText(grade) },
          {
            label: words.ageGroup,
            value: ageGroup && words.ageGroupOf({ under: ageGroup.under, day: dayText(ageGroup.bornFrom) }),
          },
        ]}
      />
      {grade?.unusual && <Notice tone="needs">{words.unusualGrade}</Notice>}
      {readAt && <p className={classes.quiet}>{words.readOn({ moment: momentText(readAt, zone) })}</p>}
    </div>
  );
}

const validThrough = (day: string, expired: boolean) =>
  expired ? words.documentExpired({ day: dayText(day) }) : dayText(day);
const dayOr = (day: string | null) => (day === null ? words.unknown : dayText(day));

function usualText({ usual, schoolYear, cutoff, cutoffAssumed }: NonNullable<DocumentComparison["grade"]>): string {
  if (usual === null) return words.noUsualGrade({ schoolYear });
  const [month, day] = cutoff.split("-").map(Number) as [number, number];
  const text = { grade: gradeLabels[usual as Grade], schoolYear, day: monthDayText(month, day) };
  return cutoffAssumed ? words.usualGradeAssumed(text) : words.usualGradeOf(text);
}

/** One value, with a mark if it differs from the profile. */
function Value({
  of,
  fit,
  why = [],
  children,
}: {
  of: string;
  fit?: ComparedValue;
  why?: readonly string[];
  children: ReactNode;
}) {
  return (
    <td data-of={of}>
      <span>{children}</span>
      {fit === "differs" && (
        <Badge tone="stop" icon={IconAlertTriangle}>
          {words.different}
        </Badge>
      )}
      {fit === "alike" && (
        <Badge tone="needs" icon={IconCircleMinus}>
          {words.similar}
        </Badge>
      )}
      {why.map((one) => (
        <p key={one} className={classes.quiet}>
          {one}
        </p>
      ))}
    </td>
  );
}

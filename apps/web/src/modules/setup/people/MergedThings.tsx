import { Panel, RequirementStatusBadge } from "@touchline/ui";
import classes from "./Duplicates.module.css";
import type { MergePreview } from "./duplicate-queries.ts";
import { words } from "./words.ts";

const loginTexts: Record<MergePreview["login"], string> = {
  none: words.noLogins,
  kept: words.loginOfFirst,
  sameAccount: words.oneLogin,
};

/**
 * The status of a requirement in one of the profiles, or after the merge. Empty if it is neither assigned nor completed there.
 */
function LabeledStatus({ of, status }: { of: string; status: MergePreview["requirements"][number]["keep"] }) {
  if (status === null) return null;
  return (
    <span className={classes.had}>
      <span className={classes.quiet}>{of}</span>
      <RequirementStatusBadge status={status} />
    </span>
  );
}

/** Shows memberships, requirements, family, and login as they will be after the merge. */
export function MergedThings({ preview }: { preview: MergePreview }) {
  const { memberships, requirements, guardians, children } = preview;
  return (
    <>
      <Panel title={words.memberships}>
        <ul className={classes.plain}>
          {memberships.map((one) => (
            <li key={one.profileLevelAccessId} className={classes.row}>
              <span>{words.roleAtLevel({ labelName: one.labelName, levelName: one.levelName })}</span>
              <span className={classes.quiet}>
                {one.collapses
                  ? words.mergedMembership
                  : one.of === "keep"
                    ? words.keptMembership
                    : words.movedMembership}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title={words.requirements}>
        {requirements.length === 0 ? (
          <p className={classes.quiet}>{words.noRequirements}</p>
        ) : (
          <ul className={classes.plain}>
            {requirements.map((one) => (
              <li key={one.contentId} className={classes.row}>
                <span className={classes.who}>
                  {one.contentName}
                  {one.withdraws && <span className={classes.quiet}>{words.openTwice}</span>}
                </span>
                <span className={classes.statuses}>
                  <LabeledStatus of={words.firstProfile} status={one.keep} />
                  <LabeledStatus of={words.secondProfile} status={one.merge} />
                  <LabeledStatus of={words.afterMerge} status={one.result} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel title={words.familyAndLogin}>
        <ul className={classes.plain}>
          {guardians.length > 0 && <li>{words.guardians({ map: guardians.map((one) => one.name).join(", ") })}</li>}
          {children.length > 0 && <li>{words.actsFor({ map: children.map((one) => one.name).join(", ") })}</li>}
          <li>{loginTexts[preview.login]}</li>
          {preview.invitationEnds && <li>{words.invitationEnds}</li>}
        </ul>
      </Panel>
    </>
  );
}

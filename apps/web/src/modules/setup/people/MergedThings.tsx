import { Panel, RequirementStatusBadge } from "@touchline/ui";
import classes from "./Duplicates.module.css";
import type { MergePreview } from "./duplicate-queries.ts";
import { words } from "./words.ts";

const loginTexts: Record<MergePreview["login"], string> = {
  none: words.neitherHasALoginThe,
  kept: words.theLoginOfTheFirst,
  sameAccount: words.bothBelongToOneLogin,
};

/** What one of the two has of a requirement, or both together then; nothing where it is neither owed nor done. */
function Had({
  of,
  status,
}: {
  of: "First" | "Second" | "Then";
  status: MergePreview["requirements"][number]["keep"];
}) {
  if (status === null) return null;
  return (
    <span className={classes.had}>
      <span className={classes.quiet}>{of}</span>
      <RequirementStatusBadge status={status} />
    </span>
  );
}

/** Memberships, requirements, family and login as they will be. */
export function MergedThings({ preview }: { preview: MergePreview }) {
  const { memberships, requirements, guardians, children } = preview;
  return (
    <>
      <Panel title={words.memberships}>
        <ul className={classes.plain}>
          {memberships.map((one) => (
            <li key={one.profileLevelAccessId} className={classes.row}>
              <span>{words.at({ labelName: one.labelName, levelName: one.levelName })}</span>
              <span className={classes.quiet}>
                {one.collapses ? words.bothHaveItOneStays : one.of === "keep" ? words.stays : words.comesOver}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title={words.requirements}>
        {requirements.length === 0 ? (
          <p className={classes.quiet}>{words.neitherOwesAnythingOrHas}</p>
        ) : (
          <ul className={classes.plain}>
            {requirements.map((one) => (
              <li key={one.contentId} className={classes.row}>
                <span className={classes.who}>
                  {one.contentName}
                  {one.withdraws && <span className={classes.quiet}>{words.twoSubmissionsAreOpenOne}</span>}
                </span>
                <span className={classes.statuses}>
                  <Had of="First" status={one.keep} />
                  <Had of="Second" status={one.merge} />
                  <Had of="Then" status={one.result} />
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
          {preview.invitationEnds && <li>{words.theOpenInvitationOfThe}</li>}
        </ul>
      </Panel>
    </>
  );
}

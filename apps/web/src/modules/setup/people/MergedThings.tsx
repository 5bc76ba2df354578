import { Panel, RequirementStatusBadge } from "@touchline/ui";
import classes from "./Duplicates.module.css";
import type { MergePreview } from "./duplicate-queries.ts";

const loginTexts: Record<MergePreview["login"], string> = {
  none: "Neither has a login. The person can be invited afterwards.",
  kept: "The login of the first entry stays.",
  sameAccount: "Both belong to one login, which has the first entry afterwards.",
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
      <Panel title="Memberships">
        <ul className={classes.plain}>
          {memberships.map((one) => (
            <li key={one.profileLevelAccessId} className={classes.row}>
              <span>
                {one.labelName} at {one.levelName}
              </span>
              <span className={classes.quiet}>
                {one.collapses ? "both have it: one stays" : one.of === "keep" ? "stays" : "comes over"}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="Requirements">
        {requirements.length === 0 ? (
          <p className={classes.quiet}>Neither owes anything, or has done anything yet.</p>
        ) : (
          <ul className={classes.plain}>
            {requirements.map((one) => (
              <li key={one.contentId} className={classes.row}>
                <span className={classes.who}>
                  {one.contentName}
                  {one.withdraws && (
                    <span className={classes.quiet}>
                      Two submissions are open: one goes on, the other is withdrawn.
                    </span>
                  )}
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
      <Panel title="Family and login">
        <ul className={classes.plain}>
          {guardians.length > 0 && <li>Guardians: {guardians.map((one) => one.name).join(", ")}</li>}
          {children.length > 0 && <li>Acts for: {children.map((one) => one.name).join(", ")}</li>}
          <li>{loginTexts[preview.login]}</li>
          {preview.invitationEnds && <li>The open invitation of the second entry ends.</li>}
        </ul>
      </Panel>
    </>
  );
}

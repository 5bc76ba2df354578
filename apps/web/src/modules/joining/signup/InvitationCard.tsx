import type { Invitation } from "./queries.ts";
import classes from "./Signup.module.css";
import { words } from "./words.ts";

const listFormat = new Intl.ListFormat("en", { type: "conjunction" });

/** Shows the role and level of an invitation, who sent it, and for which children. */
export function InvitationCard({ invitation }: { invitation: Invitation }) {
  const { memberships, children, invitedBy } = invitation;
  return (
    <div className={classes.card}>
      {memberships.length === 0 && children.length > 0 && (
        <p className={classes.label}>{words.guardianOf({ children: listFormat.format(children) })}</p>
      )}
      {memberships.length > 0 && (
        <ul className={classes.places}>
          {memberships.map(({ labelName, levelName }) => (
            <li key={`${labelName} ${levelName}`} className={classes.label}>
              {words.labelAtLevel({ labelName, levelName })}
            </li>
          ))}
        </ul>
      )}
      {children.length > 0 && memberships.length > 0 && (
        <p className={classes.quiet}>{words.alsoGuardianOf({ children: listFormat.format(children) })}</p>
      )}
      {invitedBy && <p className={classes.quiet}>{words.invitedBy({ name: invitedBy })}</p>}
    </div>
  );
}

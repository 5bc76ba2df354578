import type { Invitation } from "./queries.ts";
import classes from "./Signup.module.css";
import { words } from "./words.ts";

const listFormat = new Intl.ListFormat("en", { type: "conjunction" });

/** As what, and where; who asked; for which children. */
export function InvitationCard({ invitation }: { invitation: Invitation }) {
  const { memberships, children, invitedBy } = invitation;
  return (
    <div className={classes.card}>
      {memberships.length === 0 && children.length > 0 && (
        <p>
          <span className={classes.label}>{words.guardian}</span> {words.of({ children: listFormat.format(children) })}
        </p>
      )}
      {memberships.length > 0 && (
        <ul className={classes.places}>
          {memberships.map(({ labelName, levelName }) => (
            <li key={`${labelName} ${levelName}`}>
              <span className={classes.label}>{labelName}</span> {words.at({ levelName })}
            </li>
          ))}
        </ul>
      )}
      {children.length > 0 && memberships.length > 0 && (
        <p className={classes.quiet}>{words.youActForAsWell({ children: listFormat.format(children) })}</p>
      )}
      {invitedBy && <p className={classes.quiet}>{words.invitedBy({ invitedBy })}</p>}
    </div>
  );
}

import { Notice, OverallStatusBadge, TextLink } from "@touchline/ui";
import classes from "./Levels.module.css";
import type { MovePreviewAnswer } from "./queries.ts";
import { words } from "./words.ts";

interface MovePreviewProps {
  preview: MovePreviewAnswer;
  name: string;
  to: string;
}

/** Shows the effect of a move before it happens. */
export function MovePreview({ preview, name, to }: MovePreviewProps) {
  const { levels, memberships, people, newlyOwed, noLongerOwed, losingClearance } = preview;
  const same = newlyOwed.length === 0 && noLongerOwed.length === 0;
  const { memberships: losing, some } = losingClearance;
  return (
    <section className={classes.preview} aria-label={words.whatChanges}>
      <p>
        {words.movesTo({ name, parent: to })} {levels > 1 && `${words.sublevelsMove({ count: levels - 1 })} `}
        {words.affects({ memberships, people })}
      </p>
      {losing > 0 && (
        <Notice tone="needs" title={words.losingClearance({ count: losing })}>
          <ul className={classes.some}>
            {some.map((one) => (
              <li key={one.profileLevelAccessId}>
                <TextLink href={`/members/${one.profileLevelAccessId}`}>{one.fullName}</TextLink>, {one.levelName}{" "}
                <OverallStatusBadge status={one.overallStatus} />
              </li>
            ))}
          </ul>
          {losing > some.length && <p>{words.andMore({ count: losing - some.length })}</p>}
        </Notice>
      )}
      {same ? (
        <p>{memberships === 0 ? words.noMembersYet : words.nothingChanges}</p>
      ) : (
        <>
          <Changes title={words.newlyRequired} rows={newlyOwed} />
          <Changes title={words.noLongerRequired} rows={noLongerOwed} />
        </>
      )}
      {losing === 0 && !same && <p className={classes.hint}>{words.clearedStayCleared}</p>}
    </section>
  );
}

function Changes({ title, rows }: { title: string; rows: MovePreviewAnswer["newlyOwed"] }) {
  if (rows.length === 0) return null;
  return (
    <div>
      <h3 className={classes.title}>{title}</h3>
      <ul className={classes.changes}>
        {rows.map((row) => (
          <li key={row.contentId}>
            <span>
              {row.name}
              {!row.mandatory && <span className={classes.kind}> {words.optional}</span>}
            </span>
            <span className={classes.count}>{words.people({ count: row.people })}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

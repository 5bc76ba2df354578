import { Notice, OverallStatusBadge, TextLink } from "@touchline/ui";
import classes from "./Levels.module.css";
import type { MovePreviewAnswer } from "./queries.ts";
import { words } from "./words.ts";

const plural = (count: number, one: string, many: string) => `${count.toLocaleString()} ${count === 1 ? one : many}`;
const peopleOf = (count: number) => plural(count, "person", "people");

interface MovePreviewProps {
  preview: MovePreviewAnswer;
  name: string;
  to: string;
}

/** What a move will do, before it happens. */
export function MovePreview({ preview, name, to }: MovePreviewProps) {
  const { levels, memberships, people, newlyOwed, noLongerOwed, losingClearance } = preview;
  const same = newlyOwed.length === 0 && noLongerOwed.length === 0;
  const { memberships: losing, some } = losingClearance;
  return (
    <section className={classes.preview} aria-label={words.whatTheMoveDoes}>
      <p>
        {name} {words.becomesPartOf} {to}
        {levels > 1 && words.withBelowIt({ plural: plural(levels - 1, "level", "levels") })}
        {words.there} {memberships === 1 ? words.is : words.are} {plural(memberships, "membership", "memberships")}{" "}
        {words.of} {peopleOf(people)}.
      </p>
      {losing > 0 && (
        <Notice tone="needs" title={words.wouldNotBeClearedAny({ plural: plural(losing, "member", "members") })}>
          <ul className={classes.some}>
            {some.map((one) => (
              <li key={one.profileLevelAccessId}>
                <TextLink href={`/members/${one.profileLevelAccessId}`}>{one.fullName}</TextLink>, {one.levelName}{" "}
                <OverallStatusBadge status={one.overallStatus} />
              </li>
            ))}
          </ul>
          {losing > some.length && <p>{words.andMore({ value: (losing - some.length).toLocaleString() })}</p>}
        </Notice>
      )}
      {same ? (
        <p>{memberships === 0 ? words.nobodyIsThereYetSo : words.everybodyOwesWhatTheyOwed}</p>
      ) : (
        <>
          <Changes title={words.newlyOwed} rows={newlyOwed} />
          <Changes title={words.noLongerOwed} rows={noLongerOwed} />
        </>
      )}
      {losing === 0 && !same && <p className={classes.hint}>{words.everybodyWhoIsClearedStays}</p>}
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
            <span className={classes.count}>{peopleOf(row.people)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

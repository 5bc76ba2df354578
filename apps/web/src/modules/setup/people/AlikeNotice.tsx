import { Button, Notice, TextLink } from "@touchline/ui";
import classes from "./Duplicates.module.css";
import { type Alike, nameOf, placesText, reasonsText } from "./likeness.ts";
import { words } from "./words.ts";

interface AlikeNoticeProps {
  alike: readonly Alike[];
  busy: boolean;
  onSame: (one: Alike) => void;
  onAdd: () => void;
}

/** Lists existing people who may be this person. The reader adds the existing person, or someone new anyway. */
export function AlikeNotice({ alike, busy, onSame, onAdd }: AlikeNoticeProps) {
  return (
    <div role="alert">
      <Notice tone="needs" title={words.alikeTitle}>
        <ul className={classes.alike}>
          {alike.map((one) => (
            <li key={one.profileId}>
              <span className={classes.who}>
                {one.memberships[0] ? (
                  <TextLink href={`/members/${one.memberships[0].profileLevelAccessId}`}>{nameOf(one)}</TextLink>
                ) : (
                  nameOf(one)
                )}
                <span className={classes.quiet}>
                  {placesText(one)} · {reasonsText(one.reasons)}
                </span>
              </span>
              <Button
                small
                variant="secondary"
                label={words.samePerson}
                aria-label={words.samePersonNamed({ name: nameOf(one) })}
                loading={busy}
                onClick={() => onSame(one)}
              />
            </li>
          ))}
        </ul>
        <Button small variant="tertiary" label={words.differentPerson} loading={busy} onClick={onAdd} />
      </Notice>
    </div>
  );
}

import { useQuery } from "@tanstack/react-query";
import type { RegistryMatchReason } from "@touchline/contract/screening/registry";
import { simulatedNotice } from "@touchline/rules/screening/order-words";
import {
  Badge,
  Facts,
  IconCheck,
  IconCircleMinus,
  IconHistory,
  IconX,
  Notice,
  Panel,
  TextLink,
  type Tone,
} from "@touchline/ui";
import { dayText, momentText } from "../../../dates.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { PanelPlaceholder } from "./PanelPlaceholder.tsx";
import { type RegistryMatches, type Review, registryMatchesQuery } from "./queries.ts";
import classes from "./Registry.module.css";
import { type Agreement, birthsAgree, comparedWords, inReadingOrder, namesAgree } from "./registry-comparison.ts";
import { words } from "./words.ts";

type Match = RegistryMatches["matches"][number];
type Person = RegistryMatches["person"];

/** Shows what the search of sex offender registries found, with each entry next to the person it may be. */
export function RegistryPanel({ review: { requirementId, profileLevelAccessId } }: { review: Review }) {
  const query = useQuery(registryMatchesQuery(requirementId, profileLevelAccessId));
  const { data } = query;
  return (
    <Panel title={words.registrySearch}>
      {data ? (
        <Found found={data} />
      ) : (
        <PanelPlaceholder query={query} title={words.registryNotLoaded} loadingLabel={words.loadingRegistrySearch} />
      )}
    </Panel>
  );
}

function Found({ found: { person, searchedAt, registries, matches, vendor } }: { found: RegistryMatches }) {
  const zone = useActiveProfile().organization.timeZone;
  return (
    <div className={classes.found}>
      {vendor?.simulated && <Notice tone="waits">{simulatedNotice}</Notice>}
      {vendor?.problem && (
        <Notice tone="needs" title={vendor.problem.text}>
          {words.vendorAskedAgain({ moment: momentText(vendor.problem.nextTryAt, zone) })}
        </Notice>
      )}
      {searchedAt === null ? (
        <Notice tone="waits" title={words.notSearchedYet}>
          {notSearchedText(person, registries.length + (vendor ? 1 : 0))}
        </Notice>
      ) : (
        matches.length === 0 && <Notice tone="done">{words.noRegistryMatches}</Notice>
      )}
      {matches.length > 0 && (
        <ol className={classes.matches}>
          {inReadingOrder(matches).map((match) => (
            <li key={`${match.registryName} ${match.entryId}`}>
              <MatchCard person={person} match={match} />
            </li>
          ))}
        </ol>
      )}
      <section>
        <h3 className={classes.title}>{words.registriesSearched}</h3>
        {searchedAt !== null && (
          <p className={classes.quiet}>{words.searchedOn({ moment: momentText(searchedAt, zone) })}</p>
        )}
        {vendor && <p>{words.vendorSearched({ name: vendor.name })}</p>}
        {registries.length === 0 && !vendor ? (
          <p className={classes.quiet}>{words.noRegistriesSearched}</p>
        ) : (
          <ul className={classes.registries}>
            {registries.map(({ name, asOf, searchUrl }) => (
              <li key={name}>
                {words.registryAsOf({ name, day: dayText(asOf) })}
                {searchUrl !== null && (
                  <p>
                    <TextLink
                      href={searchUrl}
                      target="_blank"
                      rel="noreferrer"
                      aria-label={words.searchRegistryByHand({ name })}
                    >
                      {words.searchByHand}
                    </TextLink>
                  </p>
                )}
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

function notSearchedText({ dateOfBirth }: Person, registries: number): string {
  if (registries === 0) return words.searchNeedsRegistry;
  return dateOfBirth === null ? words.birthNeededToSearch : words.searchRunsSoon;
}

/** The person and one entry side by side, with what agrees and why they may be the same person. */
function MatchCard({ person, match }: { person: Person; match: Match }) {
  const [name = match.entryId] = match.names;
  return (
    <article className={classes.match} aria-label={name} data-dismissed={match.dismissed || undefined}>
      <header className={classes.head}>
        <h3 className={classes.title}>{name}</h3>
        <b>{words.scoreOf100({ score: match.score })}</b>
        {match.dismissed && (
          <Badge tone="none" icon={IconHistory}>
            {words.dismissedEarlier}
          </Badge>
        )}
      </header>
      <table className={classes.comparison}>
        <thead>
          <tr>
            <td />
            <th scope="col">{words.person}</th>
            <th scope="col">{words.registryEntry}</th>
            <th scope="col">{words.comparison}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{words.name}</th>
            <td>
              <Names names={person.names} others={match.names} />
            </td>
            <td>
              <Names names={match.names} others={person.names} />
            </td>
            <td>
              <Agrees agreement={namesAgree(person.names, match.names)} />
            </td>
          </tr>
          <tr>
            <th scope="row">{words.dateOfBirth}</th>
            <td>
              <Birth day={person.dateOfBirth} other={match.dateOfBirth} />
            </td>
            <td>
              <Birth day={match.dateOfBirth} other={person.dateOfBirth} />
            </td>
            <td>
              <Agrees agreement={birthsAgree(person.dateOfBirth, match.dateOfBirth)} />
            </td>
          </tr>
        </tbody>
      </table>
      <ul className={classes.reasons} aria-label={words.whyMatched}>
        {match.reasons.map((reason) => (
          <li key={reason}>{reasonText(reason, match)}</li>
        ))}
      </ul>
      <p className={classes.quiet}>
        {words.entryOf({ registry: match.registryName, day: dayText(match.asOf), entryId: match.entryId })}
      </p>
      {match.link !== null && (
        <p>
          <TextLink href={match.link} target="_blank" rel="noreferrer" aria-label={words.openEntryOf({ name })}>
            {words.openEntry}
          </TextLink>
        </p>
      )}
      {match.facts.length > 0 && (
        <details className={classes.more}>
          <summary>{words.moreFromRegistry}</summary>
          <Facts facts={match.facts} />
        </details>
      )}
    </article>
  );
}

/** Names, one a line. Words that the other side has too are marked. */
function Names({ names, others }: { names: readonly string[]; others: readonly string[] }) {
  return (
    <ul className={classes.names}>
      {names.map((name) => (
        <li key={name}>
          {comparedWords(name, others).map(({ word, agrees }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: words of a name may repeat, and their order never changes
            <span key={index}>
              {index > 0 && " "}
              {agrees ? <mark>{word}</mark> : word}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

function Birth({ day, other }: { day: string | null; other: string | null }) {
  if (day === null) return <span className={classes.quiet}>{words.unknown}</span>;
  return day === other ? <mark>{dayText(day)}</mark> : dayText(day);
}

const agreements: Record<Agreement, { label: string; tone: Tone; icon: typeof IconX }> = {
  same: { label: words.same, tone: "needs", icon: IconCheck },
  partly: { label: words.partlySame, tone: "waits", icon: IconCircleMinus },
  different: { label: words.different, tone: "none", icon: IconX },
  unknown: { label: words.notKnown, tone: "none", icon: IconCircleMinus },
};

function Agrees({ agreement }: { agreement: Agreement }) {
  const { label, tone, icon } = agreements[agreement];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}

const reasonTexts: Record<RegistryMatchReason, string> = {
  sameName: words.matchSameName,
  nickname: words.matchNickname,
  soundsAlike: words.matchSoundsAlike,
  spelledAlike: words.matchSpelledAlike,
  partOfName: words.matchPartOfName,
  initial: words.matchInitial,
  swappedNames: words.matchSwappedNames,
  alias: words.matchAlias,
  sameBirth: words.matchSameBirth,
  swappedDayAndMonth: words.matchSwappedDayAndMonth,
  nearBirth: words.matchNearBirth,
  noBirth: words.matchNoBirth,
};

const reasonText = (reason: RegistryMatchReason, { dateOfBirth }: Match): string =>
  reason === "noBirth" && dateOfBirth !== null ? words.matchNoBirthOfPerson : reasonTexts[reason];

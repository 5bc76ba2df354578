import { useInfiniteQuery } from "@tanstack/react-query";
import { undeliveredTexts } from "@touchline/contract/messages/undelivered";
import { mailName } from "@touchline/rules/messages/mail-names";
import {
  Badge,
  EmptyState,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconMailQuestion,
  LoadingState,
  Panel,
  type Tone,
} from "@touchline/ui";
import { momentText } from "../../../dates.ts";
import { isWithdrawn, LoadFailed } from "../../../ErrorScreens.tsx";
import { ShowMore } from "../../../parts/ShowMore.tsx";
import classes from "./MemberPage.module.css";
import type { PersonBehind } from "./Memberships.tsx";
import { mailsQuery } from "./queries.ts";
import { words } from "./words.ts";

const tones: Record<"Sent" | "Waiting" | "Failed", Tone> = { Sent: "done", Waiting: "waits", Failed: "stop" };

const icons = { Sent: IconCircleCheck, Waiting: IconClock, Failed: IconCircleX };

/** Lists the organization's emails to a person, with date and delivery status. */
export function MailTab({ member, zone }: { member: PersonBehind; zone: string }) {
  const query = useInfiniteQuery(mailsQuery(member.membership.profileLevelAccessId));
  if (query.isError && (!query.data || isWithdrawn(query.error)))
    return <LoadFailed title={words.emailsNotLoaded} error={query.error} onRetry={() => void query.refetch()} />;
  const mails = query.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Panel title={words.emailsTitle}>
      {query.isPending && <LoadingState label={words.loadingEmails} />}
      {query.data && mails.length === 0 && (
        <EmptyState icon={IconMailQuestion} title={words.noEmails}>
          {words.noEmailsHint({ firstName: member.firstName })}
        </EmptyState>
      )}
      <ol className={classes.entries}>
        {mails.map(({ mailId, kind, createdAt, sentAt, state, reason, content }) => (
          <li key={mailId} className={classes.entry}>
            <div className={classes.between}>
              <b>{content?.subject ?? mailName(kind)}</b>
              <Badge tone={tones[state]} icon={icons[state]}>
                {state}
              </Badge>
            </div>
            <p className={classes.kind}>
              <time dateTime={sentAt ?? createdAt}>{momentText(sentAt ?? createdAt, zone)}</time>
            </p>
            {reason && <p className={classes.kind}>{undeliveredTexts[reason]}</p>}
            {content && (
              <details className={classes.more}>
                <summary>{words.showMessage}</summary>
                <p className={classes.words}>{content.text}</p>
              </details>
            )}
          </li>
        ))}
      </ol>
      <ShowMore query={query} label={words.showOlder} />
    </Panel>
  );
}

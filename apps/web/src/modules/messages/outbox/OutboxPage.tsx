import { useQuery } from "@tanstack/react-query";
import {
  Button,
  EmptyState,
  IconInbox,
  LoadingState,
  Logo,
  Notice,
  PageHeader,
  SchemeMenu,
  SearchField,
} from "@touchline/ui";
import { CallFailed } from "../../../client.ts";
import { agoText } from "../../../dates.ts";
import { LoadFailed, NotFoundScreen } from "../../../ErrorScreens.tsx";
import { serverNow } from "../../../session/clock.ts";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import { MailView } from "./MailView.tsx";
import classes from "./Outbox.module.css";
import { type DemoMail, demoMailsQuery } from "./queries.ts";
import { words } from "./words.ts";

const readSearch = (search: RawSearch) => ({
  search: textIn(search.search).trim().slice(0, 100),
  mail: textIn(search.mail),
  form: search.form === "text" ? ("text" as const) : ("html" as const),
});

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const states: Record<DemoMail["state"], string> = { Waiting: "waiting", Sent: "sent", Failed: "refused" };

/** The mails of the demo, for anybody to read: nothing leaves it. */
export function OutboxPage() {
  const [{ search, mail, form }, change] = useUrlState(readSearch);
  const list = useQuery(demoMailsQuery(search));
  useTitle(words.outbox);
  if (list.error instanceof CallFailed && list.error.status === 404) return <NotFoundScreen />;
  const mails = list.data?.data ?? [];
  const open = mails.find((one) => one.mailId === mail) ?? mails[0];
  return (
    <div className={classes.frame}>
      <header className={classes.top}>
        <Logo size={32} />
        <SchemeMenu />
      </header>
      <main className={classes.main}>
        <PageHeader title={words.outbox} actions={<Button variant="secondary" label={words.returnToHome} href="/" />}>
          {words.pageHint}
        </PageHeader>
        <Notice tone="waits">{words.demoNotice}</Notice>
        <div className={classes.search}>
          <SearchField
            label={words.searchByRecipient}
            value={search}
            onSearch={(next) => change({ search: next || undefined, mail: undefined })}
          />
        </div>
        {list.isPending && <LoadingState label={words.loadingEmails} />}
        {list.isError && !list.data && (
          <LoadFailed title={words.emailsNotLoaded} error={list.error} onRetry={() => void list.refetch()} />
        )}
        {list.data && !open && <Nothing search={search} />}
        {open && (
          <div className={classes.columns}>
            <ul className={classes.list} aria-label={words.emails}>
              {mails.map((one) => (
                <li key={one.mailId}>
                  <button
                    type="button"
                    className={classes.row}
                    aria-current={one.mailId === open.mailId || undefined}
                    onClick={() => change({ mail: one.mailId }, { back: true })}
                  >
                    <span className={classes.subject}>{one.subject}</span>
                    <span className={classes.to}>{one.to}</span>
                    <span className={classes.when}>
                      {agoText(one.createdAt, serverNow(), zone)}, {states[one.state]}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            <MailView mail={open} form={form} onForm={(next) => change({ form: next === "text" ? next : undefined })} />
          </div>
        )}
      </main>
    </div>
  );
}

function Nothing({ search }: { search: string }) {
  return (
    <EmptyState icon={IconInbox} title={search ? words.noMatch : words.noEmails}>
      {search ? words.noMatchHint : words.noEmailsHint}
    </EmptyState>
  );
}

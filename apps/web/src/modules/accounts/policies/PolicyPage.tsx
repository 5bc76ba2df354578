import { useQuery } from "@tanstack/react-query";
import type { PolicyType } from "@touchline/contract";
import { policyNames } from "@touchline/contract/accounts/policies";
import { LoadingState, Logo, Notice, PageHeader, SchemeMenu, TextLink } from "@touchline/ui";
import { dayOfInstant } from "../../../dates.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { Markdown } from "../../../markdown/Markdown.tsx";
import { policyHref } from "../../../policy-addresses.ts";
import { pageIn, type RawSearch, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import classes from "./Policies.module.css";
import { policyQuery } from "./queries.ts";
import { withoutTitle } from "./without-title.ts";
import { words } from "./words.ts";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const readVersion = (search: RawSearch) => (search.version === undefined ? undefined : pageIn(search.version));

export const TermsPage = () => <PolicyPage type="terms" other="privacy" />;
export const PrivacyPage = () => <PolicyPage type="privacy" other="terms" />;

/** A policy, for anybody to read: the version in force, or the one that the address names. */
function PolicyPage({ type, other }: { type: PolicyType; other: PolicyType }) {
  const [version] = useUrlState(readVersion);
  const { data, error, refetch } = useQuery(policyQuery(type, version));
  const title = policyNames[type];
  useTitle(title);
  return (
    <div className={classes.frame}>
      <header className={classes.top}>
        <Logo size={32} />
        <SchemeMenu />
      </header>
      <main className={classes.main}>
        {error && !data && (
          <LoadFailed title={words.policyNotLoaded({ title })} error={error} onRetry={() => void refetch()} />
        )}
        {!error && !data && <LoadingState label={words.loadingPolicy({ title })} />}
        {data && (
          <>
            <PageHeader title={title}>
              {words.versionPublished({ version: data.version, date: dayOfInstant(data.publishedAt, zone) })}
            </PageHeader>
            {data.version < data.current && (
              <Notice tone="needs" title={words.earlierVersion}>
                <TextLink href={policyHref(type)}>{words.readCurrentVersion}</TextLink>
              </Notice>
            )}
            <Markdown text={withoutTitle(data.body, title)} />
            <footer className={classes.more}>
              <TextLink href={policyHref(other)}>{policyNames[other]}</TextLink>
              {data.version > 1 && (
                <TextLink href={policyHref(type, data.version - 1)}>{words.previousVersion}</TextLink>
              )}
            </footer>
          </>
        )}
      </main>
    </div>
  );
}

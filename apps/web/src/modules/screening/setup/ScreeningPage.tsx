import { useQuery } from "@tanstack/react-query";
import type { Agency, AgencyKind } from "@touchline/contract/screening/clients";
import { Button, LoadingState, Notice, PageHeader, Panel } from "@touchline/ui";
import { GoTo } from "../../../GoTo.tsx";
import { FetchFailed } from "../../../screening/FetchFailed.tsx";
import { agenciesQuery } from "../../../screening/queries.ts";
import { words as screeningWords } from "../../../screening/words.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { useTitle } from "../../../useTitle.ts";
import { AdverseSettingsPanel } from "./AdverseSettingsPanel.tsx";
import { AvailablePanel } from "./AvailablePanel.tsx";
import { ConnectedPanel } from "./ConnectedPanel.tsx";
import { ExternalPanel } from "./ExternalPanel.tsx";
import { OwnAccountPanel } from "./OwnAccountPanel.tsx";
import classes from "./Screening.module.css";
import { words } from "./words.ts";

/** The way back, for who may edit the organization. */
export const organizationPath = (roles: readonly string[]) =>
  roles.includes("Admin") || roles.includes("AnkoredAdmin")
    ? [{ label: words.organization, href: "/account/organization" }]
    : [];

/** Which providers run background checks, and the accounts that the organization has there. */
export function ScreeningPage() {
  useTitle(words.screening);
  const { roles, yardstikOnboardingStatus } = useActiveProfile();
  const { data: agencies, error, refetch } = useQuery(agenciesQuery);
  if (yardstikOnboardingStatus === null) return <GoTo href="/" />;
  const takesOrders = agencies?.some(({ kind }) => kind === "orders") ?? false;
  return (
    <>
      <PageHeader title={words.screening} path={organizationPath(roles)}>
        {words.screeningAbout}
      </PageHeader>
      <div className={classes.parts}>
        {agencies?.some(({ simulated }) => simulated) && <Notice tone="needs">{screeningWords.simulated}</Notice>}
        {error && <FetchFailed error={error} onRetry={() => void refetch()} />}
        {agencies && !takesOrders && <Notice tone="waits">{words.notSetUp}</Notice>}
        {agencies?.some(({ opensAccounts }) => opensAccounts) && <OwnAccountPanel />}
        <ConnectedPanel />
        {takesOrders && <AvailablePanel />}
        {organizationPath(roles).length > 0 && <AdverseSettingsPanel />}
        <ExternalPanel />
        {agencies ? (
          <ProvidersPanel agencies={agencies} />
        ) : (
          !error && <LoadingState label={words.loadingProviders} lines={4} />
        )}
      </div>
    </>
  );
}

const kindTexts: Record<AgencyKind, string> = {
  orders: words.ordersByApi,
  files: words.resultFiles,
  manual: words.uploadedReports,
};

function ProvidersPanel({ agencies }: { agencies: readonly Agency[] }) {
  const { tabs } = useActiveProfile();
  return (
    <Panel title={words.providers}>
      <ul className={classes.rows}>
        {agencies.map(({ provider, name, kind, simulated }) => (
          <li key={provider} className={classes.row}>
            <div className={classes.rowWords}>
              <p className={classes.rowName}>{name}</p>
              <p className={classes.lead}>{kindTexts[kind]}</p>
              {simulated && <p className={classes.lead}>{screeningWords.simulated}</p>}
            </div>
            {kind === "files" && tabs.includes("Review") && (
              <Button
                small
                variant="secondary"
                label={words.seeWaiting}
                aria-label={words.seeWaitingFor({ name })}
                href={`/review/external?reviewer=${provider}`}
              />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

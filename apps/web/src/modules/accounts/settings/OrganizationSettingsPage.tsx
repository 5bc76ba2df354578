import { useQuery } from "@tanstack/react-query";
import { Button, LoadingState, PageHeader, Panel, Tabs } from "@touchline/ui";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { SavedParts } from "../../../parts/SavedParts.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import { AccentPart } from "./AccentPart.tsx";
import { DetailsPart } from "./DetailsPart.tsx";
import { FilesPart } from "./FilesPart.tsx";
import { IdentityPart } from "./IdentityPart.tsx";
import { KindsPart } from "./KindsPart.tsx";
import { LogoPart } from "./LogoPart.tsx";
import { settingsQuery } from "./queries.ts";
import { ReviewingPart } from "./ReviewingPart.tsx";
import { ChatPart, LanguagesPart, ManagersPart, RetentionPart } from "./RulesParts.tsx";
import { SeasonPart } from "./SeasonPart.tsx";
import { SecondFactorPart } from "./SecondFactorPart.tsx";
import classes from "./Settings.module.css";
import { TimeZonePart } from "./TimeZonePart.tsx";
import { words } from "./words.ts";

const tabs = [
  { key: "general", label: words.general },
  { key: "look", label: words.logoAndColor },
  { key: "rules", label: words.levelsAndRules },
  { key: "security", label: words.security },
  { key: "files", label: words.files },
] as const;
type Tab = (typeof tabs)[number]["key"];
const readTab = (search: RawSearch): Tab => tabs.find(({ key }) => key === textIn(search.tab))?.key ?? "general";

/** The organization's details and settings. Each section is saved separately. */
export function OrganizationSettingsPage() {
  useTitle(words.organization);
  const { organizationId, organizationName } = useActiveProfile();
  const [tab, setTab] = useUrlState(readTab);
  const { data, error, refetch } = useQuery(settingsQuery(organizationId));
  return (
    <>
      <PageHeader title={words.organization}>{words.settingsAbout({ organizationName })}</PageHeader>
      <Tabs
        label={words.settingsTabs}
        tabs={tabs}
        current={tab}
        onChange={(next) => setTab({ tab: next }, { back: true })}
      >
        {error && !data ? (
          <LoadFailed title={words.settingsNotLoaded} error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <SavedParts>
            <div className={classes.parts}>
              {tab === "general" && (
                <>
                  <DetailsPart settings={data} />
                  <TimeZonePart settings={data} />
                  <SeasonPart settings={data} />
                  <LanguagesPart settings={data} />
                  <MailTextsPart />
                  <ScreeningPart />
                  <ApiKeysPart />
                  <PartnersPart />
                  <WebhooksPart />
                </>
              )}
              {tab === "look" && (
                <>
                  <LogoPart settings={data} />
                  <AccentPart settings={data} />
                </>
              )}
              {tab === "rules" && (
                <>
                  <KindsPart settings={data} />
                  <ManagersPart settings={data} />
                  <ReviewingPart />
                  <IdentityPart />
                  {data.chatForMinors !== null && <ChatPart settings={data} />}
                  <RetentionPart settings={data} />
                </>
              )}
              {tab === "security" && (
                <>
                  <SecondFactorPart />
                  <SingleSignOnPart />
                </>
              )}
              {tab === "files" && <FilesPart settings={data} />}
            </div>
          </SavedParts>
        ) : (
          <LoadingState label={words.loadingSettings} lines={8} />
        )}
      </Tabs>
    </>
  );
}

/** The way to what the organization's mails say. */
function MailTextsPart() {
  return (
    <Panel title={words.emailTemplates}>
      <div className={classes.form}>
        <p className={classes.lead}>{words.emailTemplatesHint}</p>
        <div>
          <Button variant="secondary" label={words.editTemplates} href="/account/organization/texts" />
        </div>
      </div>
    </Panel>
  );
}

/** Links to the identity providers of the organization. */
function SingleSignOnPart() {
  return (
    <Panel title={words.singleSignOn}>
      <div className={classes.form}>
        <p className={classes.lead}>{words.singleSignOnHint}</p>
        <div>
          <Button variant="secondary" label={words.manageSingleSignOn} href="/account/integrations/sso" />
        </div>
      </div>
    </Panel>
  );
}

/** Links to the partner platforms. */
function PartnersPart() {
  return (
    <Panel title={words.partners}>
      <div className={classes.form}>
        <p className={classes.lead}>{words.partnersHint}</p>
        <div>
          <Button variant="secondary" label={words.managePartners} href="/account/integrations" />
        </div>
      </div>
    </Panel>
  );
}

/** Links to the webhooks of the organization. */
function WebhooksPart() {
  return (
    <Panel title={words.webhooks}>
      <div className={classes.form}>
        <p className={classes.lead}>{words.webhooksHint}</p>
        <div>
          <Button variant="secondary" label={words.manageWebhooks} href="/account/integrations/webhooks" />
        </div>
      </div>
    </Panel>
  );
}

/** The way to how background checks are set up. */
function ScreeningPart() {
  return (
    <Panel title={words.screening}>
      <div className={classes.form}>
        <p className={classes.lead}>{words.screeningHint}</p>
        <div>
          <Button variant="secondary" label={words.setUpScreening} href="/account/organization/screening" />
        </div>
      </div>
    </Panel>
  );
}

/** The way to the keys by which other software asks about the organization. */
function ApiKeysPart() {
  return (
    <Panel title={words.apiKeys}>
      <div className={classes.form}>
        <p className={classes.lead}>{words.apiKeysHint}</p>
        <div>
          <Button variant="secondary" label={words.manageApiKeys} href="/account/integrations/keys" />
        </div>
      </div>
    </Panel>
  );
}

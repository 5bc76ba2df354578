import { useQuery } from "@tanstack/react-query";
import type { MailText } from "@touchline/contract/messages/mail-texts";
import { Badge, IconCircleCheck, IconCircleDashed, LoadingState, PageHeader, Panel, TextLink } from "@touchline/ui";
import { momentText } from "../../../dates.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { useTitle } from "../../../useTitle.ts";
import classes from "./MailTexts.module.css";
import { mailTextsQuery, mailTextWords, ownIn } from "./mail-texts.ts";
import { words } from "./words.ts";

/** Every mail that goes to people in the organization's name, and which of them have words of its own. */
export function MailTextsPage() {
  useTitle(words.emailTemplates);
  const { organizationName } = useActiveProfile();
  const { data, error, refetch } = useQuery(mailTextsQuery);
  return (
    <>
      <PageHeader title={words.emailTemplates} path={[{ label: words.organization, href: "/account/organization" }]}>
        {words.emailTemplatesAbout({ organizationName })}
      </PageHeader>
      {error && !data ? (
        <LoadFailed title={words.templatesNotLoaded} error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Panel title={words.emails}>
          <ul className={classes.kinds}>
            {data.map((one) => (
              <KindLine key={one.kind} text={one} />
            ))}
          </ul>
        </Panel>
      ) : (
        <LoadingState label={words.loadingTemplates} lines={8} />
      )}
    </>
  );
}

const changedText = (date: string, name: string | null) =>
  name ? words.changedOnBy({ date, name }) : words.changedOn({ date });

function KindLine({ text }: { text: MailText }) {
  const { organization } = useActiveProfile();
  const { name, about } = mailTextWords[text.kind];
  const own = ownIn(text.own);
  return (
    <li className={classes.kind}>
      <div className={classes.kindWords}>
        <TextLink href={`/account/organization/texts/${text.kind}`}>{name}</TextLink>
        <p className={classes.quiet}>{about}</p>
        {text.changedAt && (
          <p className={classes.quiet}>
            {changedText(momentText(text.changedAt, organization.timeZone), text.changedBy)}
          </p>
        )}
      </div>
      {own ? (
        <Badge tone="done" icon={IconCircleCheck}>
          {words.customIn({ languages: own })}
        </Badge>
      ) : (
        <Badge tone="none" icon={IconCircleDashed}>
          {words.standardText}
        </Badge>
      )}
    </li>
  );
}

import { PageHeader, Panel, TextLink } from "@touchline/ui";
import { useTitle } from "../../../useTitle.ts";
import classes from "./Admin.module.css";
import { words } from "./words.ts";

/** What those who run the platform can do. */
export function AdminPage() {
  useTitle(words.platformAdministration);
  return (
    <>
      <PageHeader title={words.platformAdministration}>{words.forEverybodyInEveryOrganization}</PageHeader>
      <Panel title={words.whatYouCanDoHere}>
        <ul className={classes.list}>
          <li>
            <TextLink href="/admin/organizations">{words.organizations}</TextLink>
            <p className={classes.note}>{words.everyOrganizationOfThisInstallation}</p>
          </li>
          <li>
            <TextLink href="/admin/library">{words.library}</TextLink>
            <p className={classes.note}>{words.requirementsThatArePreparedFor}</p>
          </li>
          <li>
            <TextLink href="/admin/integrity">{words.dataIntegrity}</TextLink>
            <p className={classes.note}>{words.alarmsAboutTheAuditLog}</p>
          </li>
          <li>
            <TextLink href="/admin/policies">{words.policies}</TextLink>
            <p className={classes.note}>{words.theTermsOfServiceAnd}</p>
          </li>
          <li>
            <TextLink href="/admin/email">{words.email}</TextLink>
            <p className={classes.note}>{words.whetherEmailLeavesThisInstallation}</p>
          </li>
          <li>
            <TextLink href="/admin/errors">{words.errors}</TextLink>
            <p className={classes.note}>{words.unexpectedErrorsInPagesApi}</p>
          </li>
        </ul>
      </Panel>
    </>
  );
}

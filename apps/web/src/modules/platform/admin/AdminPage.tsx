import { PageHeader, Panel, TextLink } from "@touchline/ui";
import { useTitle } from "../../../useTitle.ts";
import classes from "./Admin.module.css";
import { words } from "./words.ts";

/** Lists the pages of platform operators. */
export function AdminPage() {
  useTitle(words.platformAdministration);
  return (
    <>
      <PageHeader title={words.platformAdministration}>{words.adminIntro}</PageHeader>
      <Panel title={words.adminAreas}>
        <ul className={classes.list}>
          <li>
            <TextLink href="/admin/organizations">{words.organizations}</TextLink>
            <p className={classes.note}>{words.organizationsHint}</p>
          </li>
          <li>
            <TextLink href="/admin/tax-certificates">{words.taxCertificates}</TextLink>
            <p className={classes.note}>{words.taxCertificatesHint}</p>
          </li>
          <li>
            <TextLink href="/admin/library">{words.library}</TextLink>
            <p className={classes.note}>{words.libraryHint}</p>
          </li>
          <li>
            <TextLink href="/admin/integrity">{words.dataIntegrity}</TextLink>
            <p className={classes.note}>{words.integrityHint}</p>
          </li>
          <li>
            <TextLink href="/admin/policies">{words.policies}</TextLink>
            <p className={classes.note}>{words.policiesHint}</p>
          </li>
          <li>
            <TextLink href="/admin/registries">{words.registries}</TextLink>
            <p className={classes.note}>{words.registriesCardHint}</p>
          </li>
          <li>
            <TextLink href="/admin/email">{words.email}</TextLink>
            <p className={classes.note}>{words.emailCardHint}</p>
          </li>
          <li>
            <TextLink href="/admin/errors">{words.errors}</TextLink>
            <p className={classes.note}>{words.errorsCardHint}</p>
          </li>
        </ul>
      </Panel>
    </>
  );
}

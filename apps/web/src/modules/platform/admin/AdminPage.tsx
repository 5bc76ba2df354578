import { PageHeader, Panel, TextLink } from "@touchline/ui";
import { useTitle } from "../../../useTitle.ts";
import classes from "./Admin.module.css";

/** What those who run the platform can do. */
export function AdminPage() {
  useTitle("Platform administration");
  return (
    <>
      <PageHeader title="Platform administration">For everybody in every organization of this installation.</PageHeader>
      <Panel title="What you can do here">
        <ul className={classes.list}>
          <li>
            <TextLink href="/admin/organizations">Organizations</TextLink>
            <p className={classes.note}>Every organization of this installation, and the way to create another.</p>
          </li>
          <li>
            <TextLink href="/admin/library">Library</TextLink>
            <p className={classes.note}>Requirements that are prepared for every organization to copy.</p>
          </li>
          <li>
            <TextLink href="/admin/integrity">Data integrity</TextLink>
            <p className={classes.note}>Alarms about the audit log, and the daily check of every organization.</p>
          </li>
          <li>
            <TextLink href="/admin/policies">Policies</TextLink>
            <p className={classes.note}>The Terms of Service and the Privacy Policy that everybody accepts.</p>
          </li>
          <li>
            <TextLink href="/admin/email">Email</TextLink>
            <p className={classes.note}>Whether email leaves this installation, and what to do if it doesn't.</p>
          </li>
          <li>
            <TextLink href="/admin/errors">Errors</TextLink>
            <p className={classes.note}>Unexpected errors in pages, API calls and background jobs.</p>
          </li>
        </ul>
      </Panel>
    </>
  );
}

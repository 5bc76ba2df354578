import { PageHeader, Panel, TextLink } from "@touchline/ui";
import { useTitle } from "../../../useTitle.ts";
import classes from "./Admin.module.css";
import { areaGroups } from "./areas.ts";
import { words } from "./words.ts";

/** Lists the pages of platform operators. */
export function AdminPage() {
  useTitle(words.platformAdministration);
  return (
    <>
      <PageHeader title={words.platformAdministration}>{words.adminIntro}</PageHeader>
      {areaGroups.map(({ title, areas }) => (
        <Panel key={title} title={title}>
          <ul className={classes.list}>
            {areas.map(({ href, label, hint }) => (
              <li key={href}>
                <TextLink href={href}>{label}</TextLink>
                <p className={classes.note}>{hint}</p>
              </li>
            ))}
          </ul>
        </Panel>
      ))}
    </>
  );
}

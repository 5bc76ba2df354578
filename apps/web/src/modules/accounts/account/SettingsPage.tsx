import { PageHeader, Tabs } from "@touchline/ui";
import { type ComponentType, lazy, Suspense } from "react";
import { type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import { words } from "./words.ts";

const sections = [
  { key: "account", label: words.account },
  { key: "security", label: words.security },
  { key: "preferences", label: words.preferences },
  { key: "data", label: words.data },
] as const;
type Section = (typeof sections)[number]["key"];

const panels: Record<Section, ComponentType> = {
  account: lazy(() => import("./AccountSection.tsx").then((file) => ({ default: file.AccountSection }))),
  security: lazy(() => import("./SecuritySection.tsx").then((file) => ({ default: file.SecuritySection }))),
  preferences: lazy(() => import("./PreferencesSection.tsx").then((file) => ({ default: file.PreferencesSection }))),
  data: lazy(() => import("./DataSection.tsx").then((file) => ({ default: file.DataSection }))),
};

const readSection = (search: RawSearch): Section =>
  sections.find((section) => section.key === textIn(search.section))?.key ?? "account";

/** Settings of the account, whichever profile it acts as: security, data, language and emails. */
export function SettingsPage() {
  const [current, change] = useUrlState(readSection);
  useTitle(words.accountSettings);
  const Panels = panels[current];
  return (
    <>
      <PageHeader title={words.accountSettings}>{words.settingsAbout}</PageHeader>
      <Tabs
        label={words.accountSettings}
        tabs={sections}
        current={current}
        onChange={(next) => change({ section: next === "account" ? undefined : next }, { back: true })}
      >
        <Suspense>
          <Panels />
        </Suspense>
      </Tabs>
    </>
  );
}

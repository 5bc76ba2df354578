import * as ui from "@touchline/ui";
import {
  Avatar,
  Badge,
  Button,
  Drawer,
  Facts,
  Logo,
  LogoMark,
  OverallStatusBadge,
  overallShares,
  PageHeader,
  Panel,
  Skeleton,
  StackedBar,
  TextLink,
  Timeline,
  type Tone,
} from "@touchline/ui";
import { useState } from "react";
import classes from "./GalleryPage.module.css";
import { Section } from "./Section.tsx";

const shares = overallShares({
  Disqualified: 3,
  Incomplete: 263,
  NotActivated: 214,
  NotConfirmed: 36,
  Optional: 185,
  NoRequirements: 191,
  Cleared: 1_012,
});
const tones: Tone[] = ["done", "needs", "waits", "stop", "none"];
/** Every icon of the design system, by name. */
const icons = Object.entries(ui).flatMap(([name, value]) =>
  name.startsWith("Icon") && name !== "IconButton" ? [{ name, Icon: value as typeof ui.IconUsers }] : [],
);

export function Reading() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Section title="Pages and panels">
        <PageHeader
          title="Bartholomew Featherstonehaugh III of the Mountain Valleys"
          path={[
            { label: "Cascadia (state)", href: "/ui?level=state" },
            { label: "East Region and the Mountain Valleys", href: "/ui?level=east" },
          ]}
          badge={<OverallStatusBadge status="Incomplete" large />}
          picture={<Avatar name="Bartholomew Featherstonehaugh III" size={44} />}
          actions={<Button label="Add person" />}
        >
          Head coach at U16 Boys.
        </PageHeader>
        <div className={classes.columns}>
          <Panel
            title="Person"
            badge={
              <Badge tone="waits" icon={ui.IconMailQuestion}>
                Not Confirmed
              </Badge>
            }
          >
            <Facts
              facts={[
                { label: "Email", value: "bartholomew.featherstonehaugh@cedar-valley-soccer.example.org" },
                { label: "Date of birth", value: "12 April 1985" },
                { label: "Not known, so left out", value: null },
              ]}
            />
          </Panel>
          <Panel title="History" actions={<Button small variant="secondary" label="As of a date" />}>
            <Timeline
              events={[
                {
                  key: "1",
                  tone: "done",
                  icon: ui.IconCircleCheck,
                  text: "Approved: Coach agreement",
                  note: "3 May, Rosa Delgado",
                },
                { key: "2", tone: "waits", icon: ui.IconUpload, text: "Submitted: Coach agreement", note: "1 May" },
                { key: "3", tone: "stop", icon: ui.IconCircleX, text: "Expired: Background check", note: "28 April" },
                {
                  key: "4",
                  tone: "needs",
                  icon: ui.IconCalendarDue,
                  text: "Owed: Concussion training",
                  note: "2 April",
                },
                {
                  key: "5",
                  tone: "none",
                  icon: ui.IconUserPlus,
                  text: "Joined U16 Boys as Head coach",
                  note: "2 April",
                },
              ]}
            />
          </Panel>
          <Panel title="Reaches the edges" flush>
            <p className={classes.flush}>
              A panel whose content has no margin of its own, with <TextLink href="/ui">a link</TextLink> and{" "}
              <TextLink href="https://example.org" target="_blank">
                one that leads out
              </TextLink>
              .
            </p>
          </Panel>
          <Panel title="On its way">
            <Skeleton />
            <Skeleton width="60%" />
          </Panel>
        </div>
        <div className={classes.row}>
          <Button variant="secondary" label="Open drawer" onClick={() => setOpened(true)} />
        </div>
        <Drawer opened={opened} onClose={() => setOpened(false)} label="Example" head={<LogoMark size={28} />}>
          <p>What a phone shows instead of the navigation at the left.</p>
        </Drawer>
      </Section>
      <Section title="Badges, marks and icons">
        <div className={classes.row}>
          {tones.map((tone) => (
            <Badge key={tone} tone={tone} icon={ui.IconCircleCheck}>
              {tone}
            </Badge>
          ))}
        </div>
        <div className={classes.row}>
          {tones.map((tone) => (
            <Badge key={tone} tone={tone} icon={ui.IconCircleCheck} large>
              {tone}
            </Badge>
          ))}
        </div>
        <div className={classes.row}>
          {["Rosa Delgado", "李小龍", "Zoë"].map((name) => (
            <Avatar key={name} name={name} size={32} />
          ))}
          <Avatar name="Rosa Delgado" photo="/favicon.svg" size={64} />
          <Avatar name="Rosa Delgado" size={96} />
        </div>
        <StackedBar shares={shares} />
        <StackedBar shares={shares} large />
        <StackedBar shares={shares} large picked={["Incomplete"]} onPick={() => undefined} />
        <div className={classes.row}>
          <Logo />
          <Logo size={40} />
          <LogoMark />
          <LogoMark size={64} />
        </div>
        <ul className={classes.icons}>
          {icons.map(({ name, Icon }) => (
            <li key={name} className={classes.icon}>
              <Icon aria-hidden="true" size={22} />
              <span>{name.slice("Icon".length)}</span>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

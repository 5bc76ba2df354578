import { Avatar, IconChevronDown, IconFriends, IconLogout, IconSettings, IconUser, Menu } from "@touchline/ui";
import classes from "./ProfileMenu.module.css";
import type { ShellActions, ShellProfile } from "./shell.ts";
import { words } from "./words.ts";

interface ProfileMenuProps extends Pick<ShellActions, "onSwitchProfile"> {
  profile: ShellProfile;
  profiles: readonly ShellProfile[];
}

/** Who one is now, who else one can be, and the way out. */
export function ProfileMenu({ profile, profiles, onSwitchProfile }: ProfileMenuProps) {
  const choices = profiles.map((one) => ({
    key: one.id,
    label: one.name,
    note: [one.role, one.organizationName].filter(Boolean).join(", "),
    checked: one.id === profile.id,
    onSelect: () => onSwitchProfile(one.id),
  }));
  const account = [
    { key: "details", label: words.myDetails, href: "/editProfile", icon: <IconUser aria-hidden /> },
    { key: "family", label: words.family, href: "/groupAccountDashboard", icon: <IconFriends aria-hidden /> },
    { key: "settings", label: words.accountSettings, href: "/account/settings", icon: <IconSettings aria-hidden /> },
    { key: "logout", label: words.logOut, href: "/logout", icon: <IconLogout aria-hidden /> },
  ];
  return (
    <Menu
      label={words.profilesAndAccount}
      namedByText
      groups={[{ title: words.profiles, items: choices }, { items: account }]}
    >
      <Avatar name={profile.name} photo={profile.photo ?? null} />
      <span className={classes.words}>
        <span className={classes.name}>{profile.name}</span> <span className={classes.role}>{profile.role}</span>
      </span>
      <IconChevronDown aria-hidden="true" size={16} />
    </Menu>
  );
}

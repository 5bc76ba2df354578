import type { Role } from "@touchline/contract";

/** One level of the organization, with those right below it. */
export interface LevelNode {
  id: string;
  name: string;
  /** Null: there are levels below, not loaded yet. Empty: there are none. */
  children: readonly LevelNode[] | null;
}

/** One way in which the account takes part: a membership of one of its profiles. */
export interface ShellProfile {
  /** What the switch passes on. */
  id: string;
  name: string;
  organizationName: string;
  role: Role;
}

/** A link of the main navigation. */
export interface ShellLink {
  key: "requirements" | "dashboard" | "review" | "library" | "people" | "reports" | "incidents" | "settings" | "admin";
  label: string;
  href: string;
  /** Shown beside the label when above zero. */
  count?: number;
  /** What the count counts, for screen readers: "waiting for review". */
  countLabel?: string;
}

/** All that the shell shows; it asks for nothing itself. */
export interface ShellData {
  organizationName: string;
  /** The organization's logo, or null. */
  organizationPhoto: string | null;
  profile: ShellProfile;
  profiles: readonly ShellProfile[];
  links: readonly ShellLink[];
  levels: readonly LevelNode[];
  /** The level on the screen, if any. */
  currentLevelId: string | null;
  /** The address now on the screen: its link is marked. */
  currentPath: string;
}

export interface ShellActions {
  onSwitchProfile: (id: string) => void;
  /** Asks for the levels below one whose `children` is null. */
  onLoadLevel: (id: string) => void;
  levelHref: (id: string) => string;
}

/** One level of the organization, with those right below it. */
export interface LevelNode {
  id: string;
  name: string;
  children: readonly LevelNode[];
}

/** One person as whom, or for whom, the account can act. */
export interface ShellProfile {
  /** What the switch passes on. */
  id: string;
  name: string;
  organizationName: string;
  /** What the person is there, in a word or two; may be empty. */
  role: string;
  /** The address of the photo, once it is there. */
  photo?: string | null;
}

/** A link of the main navigation. */
export interface ShellLink {
  key:
    | "requirements"
    | "family"
    | "payments"
    | "dashboard"
    | "review"
    | "library"
    | "levels"
    | "people"
    | "roles"
    | "reports"
    | "incidents"
    | "settings"
    | "billing"
    | "audit"
    | "admin";
  label: string;
  href: string;
  /** Another place whose pages are reached from this one. */
  alsoUnder?: string;
  /** Shown next to the label if it is above zero. */
  count?: number;
  /** The count with what it counts, for screen readers: "12 waiting for review". */
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
  levelHref: (id: string) => string;
  /** The pointer or the focus rests on a level: what it will show may be fetched already. */
  onLevelIntent: (id: string) => void;
}

/** The profile to switch to, and the page: home, or an address of the other organization. */
export interface Switch {
  profileId: string;
  href: string;
}

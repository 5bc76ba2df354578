import { type MantineColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop, IconMoon, IconSun } from "./icons.ts";
import { Menu } from "./Menu.tsx";
import { words } from "./words.ts";

const schemes: Record<MantineColorScheme, { label: string; icon: typeof IconSun }> = {
  light: { label: words.light, icon: IconSun },
  dark: { label: words.dark, icon: IconMoon },
  auto: { label: words.sameAsDevice, icon: IconDeviceDesktop },
};

export type ColorScheme = MantineColorScheme;

/** The current theme, and a menu to change it. The choice is stored in this browser. */
export function useScheme(): [scheme: ColorScheme, change: (scheme: ColorScheme) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return [colorScheme, setColorScheme];
}

/** The color scheme: light, dark, or the device's. The choice is stored in this browser. */
export function SchemeMenu() {
  const [colorScheme, setColorScheme] = useScheme();
  const Picture = schemes[colorScheme].icon;
  const items = (["light", "dark", "auto"] as const).map((scheme) => {
    const { label, icon: Icon } = schemes[scheme];
    return {
      key: scheme,
      label,
      icon: <Icon aria-hidden="true" />,
      checked: scheme === colorScheme,
      onSelect: () => setColorScheme(scheme),
    };
  });
  return (
    <Menu label={words.appearance({ scheme: schemes[colorScheme].label })} groups={[{ items }]}>
      <Picture aria-hidden="true" size={20} />
    </Menu>
  );
}

import { type CSSVariablesResolver, createTheme, type MantineThemeOverride } from "@mantine/core";
import { accentShades, darkGround, darkInk, defaultAccent } from "./accent.ts";

const fontFamily =
  '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif';

/** The look: calm, text of 14 to 16 px, and one accent (`#rrggbb`, which an organization can choose). */
export function touchlineTheme(accent: string = defaultAccent): MantineThemeOverride {
  return createTheme({
    primaryColor: "accent",
    primaryShade: { light: 6, dark: 3 },
    autoContrast: true,
    black: "#1a2130",
    colors: {
      accent: accentShades(accent),
      dark: [
        "#e3e7ee",
        "#c9cfda",
        "#a9b1c0",
        "#8d96a8",
        "#465063",
        "#333b4a",
        "#1f2530",
        darkGround,
        "#11151c",
        darkInk,
      ],
    },
    fontFamily,
    headings: {
      fontFamily,
      fontWeight: "650",
      textWrap: "balance",
      sizes: {
        h1: { fontSize: "1.625rem", lineHeight: "1.25" },
        h2: { fontSize: "1.25rem", lineHeight: "1.3" },
        h3: { fontSize: "1.0625rem", lineHeight: "1.4" },
        h4: { fontSize: "1rem", lineHeight: "1.4" },
      },
    },
    fontSizes: { xs: "0.875rem", sm: "0.875rem", md: "1rem", lg: "1.125rem", xl: "1.25rem" },
    defaultRadius: "md",
    respectReducedMotion: true,
    components: {
      Select: { defaultProps: { size: "md", checkIconPosition: "right" } },
    },
  });
}

/** Mantine's own grays don't all reach 4.5 : 1; these do, in both schemes. */
export const readableVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "#586174",
    "--mantine-color-placeholder": "#69728a",
    "--mantine-color-default-border": "#c3c9d4",
    "--mantine-color-error": "#b3261e",
    "--mantine-color-disabled-color": "#69728a",
  },
  dark: {
    "--mantine-color-dimmed": "#a9b1c0",
    "--mantine-color-anchor": "var(--mantine-color-accent-3)",
    "--mantine-color-error": "#ff9a92",
    "--mantine-color-disabled-color": "#98a1b3",
    "--mantine-primary-color-contrast": darkInk,
  },
});

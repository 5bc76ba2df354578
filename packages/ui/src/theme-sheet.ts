import {
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from "@mantine/core";
import { readableVariables, touchlineTheme } from "./theme.ts";

let sheet: CSSStyleSheet | null = null;

/**
 * Puts the theme's variables into a constructed style sheet. Mantine would write a style element's innerHTML, which
 * Trusted Types forbid; a constructed sheet needs neither a nonce nor a policy.
 */
export function adoptTheme(accent?: string): void {
  const theme = mergeMantineTheme(DEFAULT_THEME, touchlineTheme(accent));
  const variables = deepMerge(defaultCssVariablesResolver(theme), readableVariables(theme));
  if (!sheet) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  sheet.replaceSync(convertCssVariables(variables, ":root"));
}

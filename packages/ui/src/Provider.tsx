import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { type ReactNode, useLayoutEffect, useMemo } from "react";
import { type Navigate, NavigationProvider } from "./navigation.tsx";
import { announceNonce, styleNonce } from "./nonce.ts";
import { NoticesProvider } from "./notices.tsx";
import { touchlineTheme } from "./theme.ts";
import { adoptTheme } from "./theme-sheet.ts";

const colorSchemeManager = localStorageColorSchemeManager({ key: "touchline.scheme" });
announceNonce();
adoptTheme();

export interface ProviderProps {
  /** The organization's accent color, `#rrggbb`. */
  accent?: string | undefined;
  navigate: Navigate;
  children: ReactNode;
}

/** Provides what the design system needs: theme, color scheme (automatic unless chosen), links, and notices. */
export function Provider({ accent, navigate, children }: ProviderProps) {
  const theme = useMemo(() => touchlineTheme(accent), [accent]);
  useLayoutEffect(() => adoptTheme(accent), [accent]);
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      getStyleNonce={styleNonce}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <NavigationProvider navigate={navigate}>
        <NoticesProvider>{children}</NoticesProvider>
      </NavigationProvider>
    </MantineProvider>
  );
}

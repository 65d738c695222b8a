const darkThemeBlock = /:root,\s*\[data-theme="mesa"\],\s*\.onDark\s*\{([^}]*)\}/;
const lightThemeBlock = /\[data-theme="papel"\]\s*\{([^}]*)\}/;

/**
 * Rewrites the style sheet of the tokens, in which an attribute of the root element chooses the theme, so that the
 * light theme applies when the system's setting is light. Throws when the block of a theme is missing.
 */
export function followSystemTheme(tokensCss: string): string {
  const darkTheme = darkThemeBlock.exec(tokensCss);
  const lightTheme = lightThemeBlock.exec(tokensCss);
  if (!darkTheme || !lightTheme) throw new Error('tokens.css lacks the block of a theme');
  const systemLight = `@media (prefers-color-scheme: light) {
:root {${lightTheme[1]}}
.onDark {${darkTheme[1]}}
}`;
  return tokensCss.replace(lightTheme[0], () => systemLight);
}

const darkThemeBlock = /:root,\s*\[data-theme="mesa"\],\s*\.onDark\s*\{([^}]*)\}/;
const lightThemeBlock = /\[data-theme="papel"\]\s*\{([^}]*)\}/;

/**
 * Rewrites the style sheet of the tokens, in which an attribute of the root element chooses the theme, so that the
 * light theme applies when the system's setting is light. Throws when the block of a theme is missing.
 */
export function followSystemTheme(tokensCss: string): string {
  const dark = darkThemeBlock.exec(tokensCss);
  const light = lightThemeBlock.exec(tokensCss);
  if (!dark || !light) throw new Error('tokens.css lacks the block of a theme');
  const systemLight = `@media (prefers-color-scheme: light) {
:root {${light[1]}}
.onDark {${dark[1]}}
}`;
  return tokensCss.replace(light[0], () => systemLight);
}

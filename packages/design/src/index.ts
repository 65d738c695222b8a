import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { followSystemTheme } from './system-theme.ts';

const { resolve } = createRequire(import.meta.url);

/** Files of the fonts' latin subset by the names under which the sandboxes' pages ask for them. */
export const fontFiles = (): Readonly<Record<string, string>> => ({
  'archivo.woff2': resolve('@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2'),
  'grenze-gotisch.woff2': resolve(
    '@fontsource-variable/grenze-gotisch/files/grenze-gotisch-latin-wght-normal.woff2',
  ),
  'grenze.woff2': resolve('@fontsource/grenze/files/grenze-latin-700-normal.woff2'),
});

/** Path of a file of the brand's art, such as `marca/icone.svg`, or of a folder. */
export const artPath = (name: string): string =>
  fileURLToPath(new URL(`../art/${name}`, import.meta.url));

/** The text of a drawing of the brand's art. */
export const readArt = (name: string): string => readFileSync(artPath(name), 'utf8');

const readStyle = (name: string): string =>
  readFileSync(new URL(`../styles/${name}`, import.meta.url), 'utf8');

/**
 * Fonts and tokens for pages without a script that could choose a theme: the theme follows the system's
 * setting. The fonts are expected beside the style sheet, named as in `fontFiles`.
 */
export const systemThemeStyles = (): string =>
  `${readStyle('local-fonts.css')}\n${followSystemTheme(readStyle('tokens.css'))}`;

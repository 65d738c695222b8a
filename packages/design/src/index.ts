import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { followSystemTheme } from './system-theme.ts';

const { resolve } = createRequire(import.meta.url);

/** Paths of the files with the fonts' latin subset, by the file names under which pages request them. */
export const fontFiles = (): Readonly<Record<string, string>> => ({
  'archivo.woff2': resolve('@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2'),
  'grenze-gotisch.woff2': resolve(
    '@fontsource-variable/grenze-gotisch/files/grenze-gotisch-latin-wght-normal.woff2',
  ),
  'grenze.woff2': resolve('@fontsource/grenze/files/grenze-latin-700-normal.woff2'),
});

/** Path of a drawing or folder of the brand art, such as `marca/icone.svg`. */
export const artPath = (name: string): string =>
  fileURLToPath(new URL(`../art/${name}`, import.meta.url));

/** Reads a drawing of the brand art as SVG text. */
export const readArt = (name: string): string => readFileSync(artPath(name), 'utf8');

const readStyle = (name: string): string =>
  readFileSync(new URL(`../styles/${name}`, import.meta.url), 'utf8');

/**
 * Styles with fonts and tokens for pages that have no script to choose a theme: the theme follows the system's setting.
 * The pages must serve the fonts beside the style sheet, under the names in `fontFiles`.
 */
export const systemThemeStyles = (): string =>
  `${readStyle('local-fonts.css')}\n${readStyle('fallback-fonts.css')}\n${followSystemTheme(readStyle('tokens.css'))}`;

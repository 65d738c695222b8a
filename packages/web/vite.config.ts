import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';
import { artSheet } from './vite-art-sheet.ts';
import { brandArt } from './vite-brand-art.ts';
import { moduleGroups } from './vite-module-groups.ts';

/** The order of the cascade layers, as the global styles name it. */
const layerOrder = /@layer [^{;]+;/.exec(
  readFileSync(new URL('./app/styles/index.css', import.meta.url), 'utf8'),
)?.[0];

/**
 * Adds the order of the cascade layers to the beginning of each CSS module, because any module may be loaded first.
 */
const prependLayerOrder = (): Plugin => ({
  name: 'guilda-layers-in-order',
  enforce: 'pre',
  transform: (code, id) => (/\.module\.css$/.test(id) ? `${layerOrder}${code}` : null),
});

/** All CSS modules, sorted by path; the position in this list becomes part of the class names. */
const styleFiles = globSync('app/**/*.module.css', { cwd: import.meta.dirname }).sort();

/** The classes of each CSS module, in the order of their first use in the file. */
const classNamesOf = new Map<string, string[]>();

/** Writes a number with letters, so that a class name can begin with it. */
const numberInLetters = (value: number): string =>
  (value < 26 ? '' : numberInLetters(Math.floor(value / 26) - 1)) +
  String.fromCharCode(97 + (value % 26));

/**
 * Generates the class names of CSS modules: letters for the file and a number for the class, the same in the builds for
 * server and browser. Numbers compress better than hashes.
 */
const scopedName = (name: string, file: string) => {
  const path = relative(import.meta.dirname, file).split('?')[0] ?? file;
  const classes = classNamesOf.get(path) ?? [];
  classNamesOf.set(path, classes);
  if (!classes.includes(name)) classes.push(name);
  return `${numberInLetters(styleFiles.indexOf(path) + 1)}${classes.indexOf(name)}`;
};

/**
 * Lets the browser's file of a route also contain modules that other files import. React Router's default would create
 * one more file for the root route, which only passes on what the file `root` exports.
 */
const sharedEntryFiles = (): Plugin => ({
  name: 'guilda-shared-entry-files',
  applyToEnvironment: ({ name }) => name === 'client',
  options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
});

export default defineConfig(({ isSsrBuild }) => ({
  css: { modules: { generateScopedName: scopedName } },
  plugins: [prependLayerOrder(), reactRouter(), brandArt(), artSheet(), sharedEntryFiles()],
  resolve: {
    alias: {
      'react-style-singleton': join(import.meta.dirname, 'app/ui/overlays/style-singleton.ts'),
    },
  },
  // In development, Vite scans all pages for packages before the first visit. If Vite found a package later, it would
  // reload the open page and answer 504 to its pending requests.
  optimizeDeps: { entries: ['app/entry.client.tsx', 'app/root.tsx', 'app/routes/*.tsx'] },
  build: {
    // One style sheet for all pages: it is cached once, and no page waits for another style sheet.
    cssCodeSplit: false,
    // The Content-Security-Policy forbids `data:` fonts, so Vite must not inline small files by itself.
    assetsInlineLimit: 0,
    rolldownOptions: isSsrBuild
      ? {}
      : {
          optimization: { inlineConst: false },
          output: { codeSplitting: { groups: moduleGroups } },
        },
  },
}));

import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';
import { artSheet } from './vite-art-sheet.ts';
import { brandArt } from './vite-brand-art.ts';

/**
 * Creates a pattern for modules of this repository whose path below the app or the contract begins with one of the
 * given prefixes.
 */
const ownModules = (...patterns: readonly string[]) =>
  new RegExp(`/(?:web/app|contract/src)/(?:${patterns.join('|')})`);

/**
 * Groups of modules that are bundled into one file because the same pages need them: on a slow network each additional
 * file costs more than its content. Imported modules join the group unless an earlier group contains them. Modules
 * outside all groups get files of their own, each for the pages that need it.
 */
const moduleGroups = [
  // Packages that every page needs; a change of the product's code leaves this file in the cache.
  {
    name: 'frame',
    test: /rolldown.runtime|node_modules\/(react|react-dom|scheduler|react-router|@tanstack|zustand|get-nonce)\//,
  },
  // Modules that nearly every page uses, without large dependencies.
  {
    name: 'kit',
    test: ownModules(
      'ui/(actions|display/(avatar|presence|stars|tag|visually-)|layout/main|text/(price|relative-))',
      'ui/feedback/(empty-|error-|list-|offline-bar|skeleton)',
      'ui/(forms/(chip-select|field|stars-input|use-)|overlays/(dialog[.]module|swallow-|use-))',
      'lib/(calls-offered|data/|format/(badge-count|date-text|duration-text|server-time)|installation|loading/|navigation/|nonce)',
      'lib/(push/(use-|service-worker)|realtime/(presence-store|use-activity)|session/(consent|storage)|telemetry/)',
      'features/shell/(pages|theme|shell[.]|lazy-|bars/(bottom-|footer|logo|progress|search-box|skip-|top-))',
      'features/(account-status/account-|calls/lazy-|chat/(lazy-|chat-)|notifications/(lazy-|notification-bell))',
      'features/(catalog/publish/add-service|social/panel/new-post)[.]',
      'features/identity/(require-session|return-path)',
      'features/(account-status/suspended-page[.]module|consent/consent-banner)',
      'features/search/box/(search-field|recent-searches)',
      'features/(chat/panel/rules/words|notifications/(unread|use-unread)|presence/use-presence)',
      'features/(social/panel/(load-panel|opener|post-panel-button)|users/components/badge-list)',
      'features/presence/(person-avatar|presence-word|online-people)',
      'features/age/(adult-veil|age-gate|adults-only|use-age-check)',
      'features/catalog/components/(service-unit|service-card|service-grid|category-tile|empty-services|all-services-)',
      'features/(catalog/model/load-services|social/model/paths|social/card/post-teaser)',
      'features/(orders/checkout/(checkout-attempt|buy-button)|users/components/(chat|start-chat)-button)',
      'features/search/search-query',
      '(badges|categories|errors|limits|money|previews)[.]',
    ),
  },
  // The API client with the schemas of responses.
  { name: 'client', test: ownModules('lib/api/api[.]') },
  // Posts, reviews and other parts of the pages of services, people and posts.
  {
    name: 'items',
    test: ownModules(
      'features/social/(card/post-card|model/feed-cache|feed/post-skeletons|fresh-button)',
      'features/social/(show-new-entries|post/comments/comments[.]module)',
      'features/(admin/actions/(moderation-notice|subject-query)|reviews/(review-|service-reviews|load-))',
      'features/(report/sign-in-notice|profile/profile-text|calls/(call-button|model/no-connection)|blocks/use-block)',
      'features/catalog/(own/(use-own-actions|edit-service)|model/pack-contents)',
      'ui/(text/user-text|overlays/lazy-menu|display/fact-list)',
    ),
  },
  // Clocks and deadlines of orders, which the home page of members also shows.
  {
    name: 'deadlines',
    test: ownModules(
      'features/(disputes/dispute[.]|orders/(model/deadline|data/(order-keys|use-refetch)|components/(stopwatch|use-now)))',
      'lib/format/stopwatch',
    ),
  },
  // Parts of lists with filters.
  {
    name: 'filters',
    test: ownModules(
      'features/(catalog/filters/(filter-bar|service-list)|search/(phone-search|search-(head|suggestion|results)))',
      'features/search/(load-|no-search-results|people-grid)',
      'ui/feedback/ticket-skeleton',
    ),
  },
  // The small parts of Radix that tabs, menus and dialogs share.
  {
    name: 'radix',
    test: /@radix-ui\/(react-(primitive|compose-refs|context|slot|id|direction|presence|use-[\w-]+|collection|roving-focus)|primitive)\//,
  },
  {
    name: 'dialog',
    test: ownModules(
      'ui/(overlays/(dialog|confirm-dialog|back-closes|stay-open-)|forms/text-(area|input))',
    ),
  },
  { name: 'menu', test: ownModules('ui/overlays/(menu|popover)') },
  // Icons that are used only outside the groups above.
  { name: 'icons', test: /node_modules\/lucide-react\// },
];

/** The order of the cascade layers, as the global styles name it. */
const layerOrder = /@layer [^{;]+;/.exec(
  readFileSync(new URL('./app/styles/index.css', import.meta.url), 'utf8'),
)?.[0];

/**
 * Adds the order of the cascade layers to the beginning of each style sheet, because any of them may be loaded first.
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

export default defineConfig(({ isSsrBuild }) => ({
  css: { modules: { generateScopedName: scopedName } },
  plugins: [prependLayerOrder(), reactRouter(), brandArt(), artSheet()],
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
    // The Content-Security-Policy forbids `data:` fonts, so no file is inlined.
    assetsInlineLimit: 0,
    rolldownOptions: isSsrBuild
      ? {}
      : {
          optimization: { inlineConst: false },
          output: { codeSplitting: { groups: moduleGroups } },
        },
  },
}));

import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';
import { artSheet } from './vite-art-sheet.ts';
import { brandArt } from './vite-brand-art.ts';

/** Matches our modules whose paths, below the app or the contract, begin like one of these patterns. */
const ours = (...patterns: readonly string[]) =>
  new RegExp(`/(?:web/app|contract/src)/(?:${patterns.join('|')})`);

/**
 * Modules that come in one file because the same pages need them: on a slow network each file costs more
 * than its content. What a module imports comes along, unless a group above has it. What no group names
 * comes in files of its own, each for the pages that need it.
 */
const groups = [
  // Packages of every page: a change of ours leaves this file cached.
  {
    name: 'frame',
    test: /rolldown.runtime|node_modules\/(react|react-dom|scheduler|react-router|@tanstack|zustand|get-nonce)\//,
  },
  // Modules that nearly every page uses, without large dependencies.
  {
    name: 'kit',
    test: ours(
      'ui/(actions|display/(avatar|presence|stars|tag|visually-)|layout/main|text/(price|relative-))',
      'ui/feedback/(empty-|error-|list-|offline-bar|skeleton)',
      'ui/(forms/(chip-select|field|stars-input|use-)|overlays/(dialog[.]module|swallow-|use-))',
      'lib/(calls-offered|data/|format/(date-text|server-time|spans)|installation|loading/|navigation/|nonce)',
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
  // The API client with the schemas of its answers.
  { name: 'client', test: ours('lib/api/api[.]') },
  // Posts, reviews and what else the pages of services, people and posts show.
  {
    name: 'items',
    test: ours(
      'features/social/(card/post-card|model/feed-cache|feed/post-skeletons|fresh-button)',
      'features/social/(show-new-entries|post/comments/comments[.]module)',
      'features/(admin/actions/(moderation-notice|subject-query)|reviews/(review-|service-reviews|load-))',
      'features/(report/sign-in-notice|profile/profile-text|calls/(call-button|model/no-connection)|blocks/use-block)',
      'features/catalog/(own/(use-own-actions|edit-service)|model/pack-contents)',
      'ui/(text/user-text|overlays/lazy-menu|display/fact-list)',
    ),
  },
  // Clocks and deadlines of orders, also on the home page of members.
  {
    name: 'deadlines',
    test: ours(
      'features/(disputes/dispute[.]|orders/(model/deadline|data/(order-keys|use-refetch)|components/(stopwatch|use-now)))',
      'lib/format/stopwatch',
    ),
  },
  // What lists with filters show.
  {
    name: 'filters',
    test: ours(
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
    test: ours(
      'ui/(overlays/(dialog|confirm-dialog|back-closes|stay-open-)|forms/text-(area|input))',
    ),
  },
  { name: 'menu', test: ours('ui/overlays/(menu|popover)') },
  // Icons that only other files use.
  { name: 'icons', test: /node_modules\/lucide-react\// },
];

/** The order of the cascade layers, as the global styles name it. */
const layerOrder = /@layer [^{;]+;/.exec(
  readFileSync(new URL('./app/styles/index.css', import.meta.url), 'utf8'),
)?.[0];

/** Puts the order of the layers before each style sheet, because any of them may come first in a page or a build. */
const layersInOrder = (): Plugin => ({
  name: 'guilda-layers-in-order',
  enforce: 'pre',
  transform: (code, id) => (/\.module\.css$/.test(id) ? `${layerOrder}${code}` : null),
});

/** Every CSS module, in the order of its path; the place in this list is its mark. */
const styleFiles = globSync('app/**/*.module.css', { cwd: import.meta.dirname }).sort();

/** The classes of each CSS module, in the order in which they first stand there. */
const classesOf = new Map<string, string[]>();

/** A number in letters, so that a class can begin with it. */
const inLetters = (value: number): string =>
  (value < 26 ? '' : inLetters(Math.floor(value / 26) - 1)) +
  String.fromCharCode(97 + (value % 26));

/**
 * Generated name of a CSS module's class: letters for its file and a number, the same in both builds.
 * Numbers compress better than a hash for each class.
 */
const scopedName = (name: string, file: string) => {
  const path = relative(import.meta.dirname, file).split('?')[0] ?? file;
  const classes = classesOf.get(path) ?? [];
  classesOf.set(path, classes);
  if (!classes.includes(name)) classes.push(name);
  return `${inLetters(styleFiles.indexOf(path) + 1)}${classes.indexOf(name)}`;
};

export default defineConfig(({ isSsrBuild }) => ({
  css: { modules: { generateScopedName: scopedName } },
  plugins: [layersInOrder(), reactRouter(), brandArt(), artSheet()],
  resolve: {
    alias: {
      'react-style-singleton': join(import.meta.dirname, 'app/ui/overlays/style-singleton.ts'),
    },
  },
  // For development: every page is looked through for packages before the first visit. One that Vite meets later
  // makes it load the open page again, and answer 504 for what that page still asks for.
  optimizeDeps: { entries: ['app/entry.client.tsx', 'app/root.tsx', 'app/routes/*.tsx'] },
  build: {
    // One style sheet for all pages: it is cached once, and no page waits for another.
    cssCodeSplit: false,
    // The content security policy allows no data: fonts, so nothing is inlined.
    assetsInlineLimit: 0,
    rolldownOptions: isSsrBuild
      ? {}
      : { optimization: { inlineConst: false }, output: { codeSplitting: { groups } } },
  },
}));

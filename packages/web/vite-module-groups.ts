import { globSync } from 'node:fs';
import { join } from 'node:path';

/** The folders that contain the modules named in the groups: the app and the contract. */
const sourceFolders = [
  join(import.meta.dirname, 'app'),
  join(import.meta.dirname, '../contract/src'),
];

const sourceFiles = sourceFolders.flatMap((cwd) => globSync('**/*.{ts,tsx,css}', { cwd }));

/**
 * Creates a pattern that matches the paths of modules of the app or the contract.
 *
 * @param namesByFolder for each folder, the beginnings of the names of matching files
 * @throws Error if a beginning matches no file, for example because the file was moved.
 */
function ownModules(namesByFolder: Readonly<Record<string, readonly string[]>>): RegExp {
  const pathPrefixes = Object.entries(namesByFolder).flatMap(([folder, names]) =>
    names.map((name) => join(folder, name)),
  );
  const unusedPrefixes = pathPrefixes.filter(
    (path) => !sourceFiles.some((file) => file.startsWith(path)),
  );
  if (unusedPrefixes.length > 0)
    throw new Error(
      `vite-module-groups.ts: no file's path begins with ${unusedPrefixes.join(', ')}`,
    );
  const escapedPrefixes = pathPrefixes.map((path) => path.replaceAll('.', '[.]'));
  return new RegExp(`/(?:web/app|contract/src)/(?:${escapedPrefixes.join('|')})`);
}

/** Modules that nearly every page uses, without large dependencies. */
const kitModules = ownModules({
  '.': ['root.', 'errors.', 'limits.'],
  accounts: ['badges.'],
  money: ['money.'],
  orders: ['order-statuses.'],
  services: ['categories.', 'previews.'],
  ui: ['actions/', 'layout/main', 'text/price', 'text/relative-'],
  'ui/display': ['avatar', 'presence', 'stars', 'tag', 'visually-'],
  'ui/feedback': ['empty-', 'error-', 'list-', 'offline-bar', 'skeleton'],
  'ui/forms': ['chip-select', 'field', 'stars-input', 'use-'],
  'ui/overlays': ['dialog.module', 'swallow-', 'use-'],
  lib: ['calls-offered', 'data/', 'installation', 'loading/', 'navigation/', 'nonce', 'telemetry/'],
  'lib/format': ['badge-count', 'count-text', 'date-text', 'duration-text', 'server-time'],
  'lib/push': ['use-', 'service-worker'],
  'lib/realtime': ['presence-store', 'use-report-activity'],
  'lib/session': ['consent', 'storage'],
  'features/account-status': ['account-', 'suspended-page.module'],
  'features/age': ['account-age-bar', 'adult-veil', 'adults-only', 'age-gate', 'use-age-check'],
  'features/calls': ['lazy-'],
  'features/catalog': ['list/empty-services', 'publish/add-service.'],
  'features/catalog/components': ['all-services-', 'category-tile', 'service-card', 'service-grid'],
  'features/catalog/model': ['load-services', 'related-categories', 'short-list'],
  'features/chat': ['chat-', 'lazy-', 'panel/rules/words'],
  'features/consent': ['consent-banner'],
  'features/identity': ['require-session', 'return-path'],
  'features/notifications': ['lazy-', 'notification-bell', 'use-unread'],
  'features/orders/checkout': ['buy-button', 'checkout-attempt'],
  'features/presence': ['online-people', 'person-avatar', 'use-presence'],
  'features/search': ['box/recent-searches', 'box/search-field', 'search-query'],
  'features/shell': ['lazy-', 'pages/', 'shell.', 'theme'],
  'features/shell/bars': ['bottom-', 'footer', 'logo', 'progress', 'search-box', 'skip-', 'top-'],
  'features/social': ['card/post-teaser', 'model/paths'],
  'features/social/panel': ['load-panel', 'new-post.', 'post-panel-button'],
  'features/users/components': ['badge-list', 'start-chat-button'],
});

/** Modules of posts, reviews and other parts of the pages of services, people and posts. */
const itemModules = ownModules({
  ui: ['display/fact-list', 'overlays/lazy-menu', 'text/user-text'],
  'features/admin/actions': ['moderation-notice', 'subject-query'],
  'features/blocks': ['use-block'],
  'features/calls': ['call-button', 'model/no-connection'],
  'features/catalog': [
    'model/pack-contents',
    'own/delete-service',
    'own/edit-service',
    'own/use-own-actions',
  ],
  'features/profile': ['profile-text'],
  'features/report': ['sign-in-notice'],
  'features/reviews': ['load-', 'review-', 'service-reviews'],
  'features/social': [
    'card/post-card',
    'feed/post-skeletons',
    'model/feed-cache',
    'post/comments/comments.module',
    'show-new-entries',
  ],
});

/** Modules for the stopwatch, deadlines and board columns of orders, which the signed-in home page also shows. */
const deadlineModules = ownModules({
  'features/disputes': ['dispute.'],
  'features/orders': [
    'components/stopwatch',
    'components/use-now',
    'data/order-keys',
    'data/use-refetch',
    'model/board-columns',
    'model/deadline',
  ],
  'lib/format': ['stopwatch'],
});

/** Modules of lists with filters. */
const filterModules = ownModules({
  'features/catalog/filters': ['filter-bar'],
  'features/search': [
    'load-',
    'no-search-results',
    'people-grid',
    'phone-search',
    'search-head',
    'search-results',
    'search-suggestion',
  ],
  'ui/feedback': ['ticket-skeleton'],
});

const dialogModules = ownModules({
  'ui/forms': ['text-area', 'text-input'],
  'ui/overlays': ['confirm-dialog', 'dialog', 'stay-open'],
});

/**
 * Groups of modules that are bundled into one file because the same pages need them: on a slow network each additional
 * file costs more than its content. Imported modules join the group unless an earlier group contains them. Modules
 * outside all groups get files of their own, each for the pages that need it.
 */
export const moduleGroups = [
  // Packages that every page needs, and the module that starts the page with the few modules that it imports. They
  // import nothing from other files, whose hashed names change with the app's code, so that browsers keep them cached.
  {
    name: 'frame',
    test: /entry[.]client|node_modules\/(react|react-dom|scheduler|react-router|@tanstack|zustand|get-nonce)\//,
  },
  { name: 'kit', test: kitModules },
  // The API client with the schemas of responses.
  { name: 'client', test: ownModules({ 'lib/api': ['api.'] }) },
  { name: 'items', test: itemModules },
  { name: 'deadlines', test: deadlineModules },
  { name: 'filters', test: filterModules },
  // The small parts of Radix that tabs, menus and dialogs share.
  {
    name: 'radix',
    test: /@radix-ui\/(react-(primitive|compose-refs|context|slot|id|direction|presence|use-[\w-]+|collection|roving-focus)|primitive)\//,
  },
  { name: 'dialog', test: dialogModules },
  { name: 'menu', test: ownModules({ 'ui/overlays': ['menu', 'popover'] }) },
  // Icons that are used only outside the groups above.
  { name: 'icons', test: /node_modules\/lucide-react\// },
];

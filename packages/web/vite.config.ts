import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** Packages every page needs: one long-lived file, so that a change of ours leaves it cached. */
const frame = /node_modules\/(react|react-dom|scheduler|react-router|@tanstack|zustand)\//;

/**
 * Parts of a few hundred bytes that nearly every page has, and that need nothing large: together, because
 * on a slow network each file costs more than its content. One left out comes as a file of its own.
 */
const icons = /node_modules\/lucide-react\//;
const kit =
  /\/app\/ui\/(avatar|badge|button|chip|copy-|empty-|error-|icon-|list-|load-|main|perforation|presence|price|relative-|share-|skeleton|stars|tag|field|visually-|use-)/;
const lib =
  /\/app\/lib\/(add-|chat-|consent|context|first-|list-|moments|nonce|page-|paged-|query-|report-|screen-|server-time|storage|track|use-)/;

const groups = [
  { name: 'frame', test: frame },
  { name: 'icons', test: icons },
  { name: 'kit', test: kit },
  { name: 'lib', test: lib },
];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), reactRouter()],
  // For development: every page is looked through for packages before the first visit. One that Vite meets later
  // makes it load the open page again, and answer 504 for what that page still asks for.
  optimizeDeps: { entries: ['app/entry.client.tsx', 'app/root.tsx', 'app/routes/*.tsx'] },
  build: {
    // The content security policy allows no data: fonts, so nothing is inlined.
    assetsInlineLimit: 0,
    rolldownOptions: isSsrBuild ? {} : { output: { codeSplitting: { groups } } },
  },
}));

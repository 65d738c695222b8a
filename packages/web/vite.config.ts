import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** Packages every page needs: one long-lived file, so that a change of ours leaves it cached. */
const frame = /node_modules\/(react|react-dom|scheduler|react-router|@tanstack|zustand)\//;

/** A few hundred bytes each: on a slow network every file costs more than its content. */
const icons = /node_modules\/lucide-react\//;

const groups = [
  { name: 'frame', test: frame },
  { name: 'icons', test: icons },
];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    // The content security policy allows no data: fonts, so nothing is inlined.
    assetsInlineLimit: 0,
    rolldownOptions: isSsrBuild ? {} : { output: { codeSplitting: { groups } } },
  },
}));

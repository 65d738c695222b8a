import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** Packages every page needs: one long-lived file, so that a change of ours leaves it cached. */
const frame = /node_modules\/(react|react-dom|scheduler|react-router|@tanstack|zustand)\//;

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    // The content security policy allows no data: fonts, so nothing is inlined.
    assetsInlineLimit: 0,
    rolldownOptions: isSsrBuild
      ? {}
      : { output: { codeSplitting: { groups: [{ name: 'frame', test: frame }] } } },
  },
}));

import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

const publicFolder = join(import.meta.dirname, 'public');

/** Small square pictures, of which pages show many: tiles of categories, badges, the default avatar. */
const pictures = globSync(['art/categorias/*.svg', 'art/selos/*.svg', 'art/avatar-padrao.svg'], {
  cwd: publicFolder,
}).sort();

const SIDE = 96;
/** Distance of the pictures' corners; the gap keeps a neighbour's edge from showing. */
const PITCH = SIDE + 4;

/** One SVG with all pictures in a square grid. `#name` behind its address shows the picture of this name alone. */
function drawSheet(): string {
  const columns = Math.ceil(Math.sqrt(pictures.length));
  const cells = pictures.map((path, index) => {
    const x = (index % columns) * PITCH;
    const y = Math.floor(index / columns) * PITCH;
    const drawing = readFileSync(join(publicFolder, path), 'utf8').replace(
      /^<svg xmlns="[^"]+"/,
      `<svg x="${x}" y="${y}" width="${SIDE}" height="${SIDE}"`,
    );
    return `<view id="${basename(path, '.svg')}" viewBox="${x} ${y} ${SIDE} ${SIDE}"/>${drawing.trim()}`;
  });
  const side = columns * PITCH;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}">${cells.join('')}</svg>\n`;
}

/**
 * Joins the small pictures in one file, because each file costs a browser more than its content. Only in a build:
 * development and tests use the pictures' own files (`app/ui/display/art-url.ts`).
 */
export function artSheet(): Plugin {
  const sheet = drawSheet();
  const fileName = `assets/art-${createHash('sha256').update(sheet).digest('base64url').slice(0, 8)}.svg`;
  return {
    name: 'guilda-art-sheet',
    config: (_, { command }) =>
      command === 'build'
        ? { define: { 'import.meta.env.ART_SHEET': JSON.stringify(`/${fileName}`) } }
        : {},
    generateBundle() {
      if (this.environment.name === 'client')
        this.emitFile({ type: 'asset', fileName, source: sheet });
    },
  };
}

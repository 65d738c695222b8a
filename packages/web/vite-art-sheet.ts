import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

const publicFolder = join(import.meta.dirname, 'public');

/** Small square pictures of which a page shows many: category tiles, badges, the default avatar. */
const pictureFiles = globSync(
  ['art/categorias/*.svg', 'art/selos/*.svg', 'art/avatar-padrao.svg'],
  {
    cwd: publicFolder,
  },
).sort();

const PICTURE_SIDE = 96;
/** Distance between the left or upper edges of neighbouring pictures; the gap hides the edges of the neighbours. */
const GRID_STEP = PICTURE_SIDE + 4;

/**
 * One SVG with all pictures in a square grid. The address with `#name` appended shows only the picture of that name.
 */
function drawSheet(): string {
  const columns = Math.ceil(Math.sqrt(pictureFiles.length));
  const cells = pictureFiles.map((path, index) => {
    const x = (index % columns) * GRID_STEP;
    const y = Math.floor(index / columns) * GRID_STEP;
    const drawing = readFileSync(join(publicFolder, path), 'utf8').replace(
      /^<svg xmlns="[^"]+"/,
      `<svg x="${x}" y="${y}" width="${PICTURE_SIDE}" height="${PICTURE_SIDE}"`,
    );
    return `<view id="${basename(path, '.svg')}" viewBox="${x} ${y} ${PICTURE_SIDE} ${PICTURE_SIDE}"/>${drawing.trim()}`;
  });
  const sheetSide = columns * GRID_STEP;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${sheetSide} ${sheetSide}">${cells.join('')}</svg>\n`;
}

/**
 * Combines small pictures into one file, because each additional request costs more time than the pictures themselves.
 * Used only in builds; development and tests load the single files (`app/ui/display/art-url.ts`).
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

import { type Html, trustedHtml } from '@guilda/server/platform/html';
import { create } from 'qrcode';

/** Quiet zone around the code in modules, as required by the standard. */
const QUIET_ZONE_MODULES = 4;

/** Renders a text as a QR code in Guilda's colours, with Guilda's lozenge in the middle. */
export function renderQrSvg(text: string, label: string): Html {
  // At level Q, a quarter of the code may be unreadable; the area behind the lozenge is about a 25th of the code.
  const { size, data: modules } = create(text, { errorCorrectionLevel: 'Q' }).modules;
  const plateSize = 2 * Math.floor(size / 10) + 1;
  const plateStart = (size - plateSize) / 2;
  const middle = size / 2;
  const lozengeRadius = plateSize / 2 - 1;
  const boxSize = size + 2 * QUIET_ZONE_MODULES;
  return trustedHtml(
    `<svg role="img" aria-label="${label}" viewBox="${-QUIET_ZONE_MODULES} ${-QUIET_ZONE_MODULES} ${boxSize} ${boxSize}" shape-rendering="crispEdges">` +
      `<path fill="#f4f2e4" d="M${-QUIET_ZONE_MODULES} ${-QUIET_ZONE_MODULES}h${boxSize}v${boxSize}h-${boxSize}z"/>` +
      `<path fill="#0f2b22" d="${darkModulesPath(size, modules)}"/>` +
      `<path fill="#f4f2e4" d="M${plateStart} ${plateStart}h${plateSize}v${plateSize}h-${plateSize}z"/>` +
      `<path fill="#ff8391" shape-rendering="auto" d="M${middle} ${middle - lozengeRadius}l${lozengeRadius} ${lozengeRadius}-${lozengeRadius} ${lozengeRadius}-${lozengeRadius}-${lozengeRadius}z"/>` +
      '</svg>',
  );
}

/** The dark modules as one SVG path, with a rectangle for each horizontal run of modules. */
function darkModulesPath(size: number, modules: Uint8Array): string {
  let path = '';
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const runStart = x;
      while (x < size && modules[y * size + x]) x += 1;
      if (x > runStart) path += `M${runStart} ${y}h${x - runStart}v1h-${x - runStart}z`;
    }
  }
  return path;
}

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const tokensCss = readFileSync(new URL('../styles/tokens.css', import.meta.url), 'utf8');

type Oklch = readonly [lightness: number, chroma: number, hue: number];

/** The opaque colours of the theme with this selector in `tokens.css`, by their names. */
function coloursOf(selector: string): ReadonlyMap<string, Oklch> {
  const block = tokensCss.split(selector)[1]?.split('}')[0] ?? '';
  const declarations = block.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g);
  return new Map(
    [...declarations].map(([, name = '', l, c, h]) => [name, [Number(l), Number(c), Number(h)]]),
  );
}

/** Relative luminance of an Oklch colour as WCAG 2.2 defines it; the numbers are OKLab's conversion matrices. */
function luminanceOf([lightness, chroma, hue]: Oklch): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const [red = 0, green = 0, blue = 0] = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((channel) => Math.min(1, Math.max(0, channel)));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio as WCAG 2.2 defines it, from 1 to 21. */
function contrastOf(firstColour: Oklch, secondColour: Oklch): number {
  const [dark = 0, light = 0] = [luminanceOf(firstColour), luminanceOf(secondColour)].sort(
    (a, b) => a - b,
  );
  return (light + 0.05) / (dark + 0.05);
}

/** Pairs of a text colour and a background colour of a theme whose contrast is below `minContrast`, by their names. */
function listFaintPairs(
  theme: ReadonlyMap<string, Oklch>,
  textColours: string[],
  backgrounds: string[],
  minContrast: number,
) {
  return textColours.flatMap((textColour) =>
    backgrounds
      .filter((background) => {
        const [a, b] = [theme.get(textColour), theme.get(background)];
        return !a || !b || contrastOf(a, b) < minContrast;
      })
      .map((background) => `${textColour} on ${background}`),
  );
}

const themes = [
  ['mesa', coloursOf('.onDark {')],
  ['papel', coloursOf('[data-theme="papel"] {')],
] as const;

describe.each(themes)('the theme %s', (_, theme) => {
  const backgrounds = ['bg', 'bg-deep', 'surface', 'surface-2', 'field'];

  it('has a text contrast of at least 4.5:1 on every background', () => {
    const inks = ['ink', 'ink-2', 'ink-3', 'accent-ink', 'live-ink', 'warn', 'danger', 'info'];
    expect(listFaintPairs(theme, inks, [...backgrounds, 'surface-3'], 4.5)).toEqual([]);
    expect(listFaintPairs(theme, ['on-accent'], ['accent', 'accent-hover'], 4.5)).toEqual([]);
    expect(listFaintPairs(theme, ['on-live'], ['live'], 4.5)).toEqual([]);
    expect(listFaintPairs(theme, ['on-danger'], ['danger-fill'], 4.5)).toEqual([]);
  });

  it('has a contrast of at least 3:1 for borders of controls and the focus ring', () => {
    expect(listFaintPairs(theme, ['line-control'], backgrounds, 3)).toEqual([]);
    expect(listFaintPairs(theme, ['focus'], [...backgrounds, 'surface-3'], 3)).toEqual([]);
  });
});

import { vi } from 'vitest';

let currentWidth = 1440;

/** Sets the viewport's width for media queries, in CSS pixels; below 1024 the screen counts as a touch screen. */
export function setViewportWidth(widthPixels: number): void {
  currentWidth = widthPixels;
}

/** Answers media queries about width (in rem) and pointer; others do not match. */
function matchesQuery(query: string): boolean {
  const minimum = /min-width:\s*([\d.]+)rem/.exec(query)?.[1];
  if (minimum !== undefined) return currentWidth >= Number(minimum) * 16;
  return query.includes('pointer: coarse') && currentWidth < 1024;
}

function matchMedia(query: string): Pick<MediaQueryList, 'matches' | 'media'> & EventTarget {
  return Object.assign(new EventTarget(), { matches: matchesQuery(query), media: query });
}

/** Observers that never report: without layout nothing changes its size or comes into view. */
class SilentObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): never[] {
    return [];
  }
}

/** Browser APIs that jsdom lacks. */
export function installBrowser(): void {
  vi.stubGlobal('matchMedia', matchMedia);
  vi.stubGlobal('ResizeObserver', SilentObserver);
  vi.stubGlobal('IntersectionObserver', SilentObserver);
  vi.stubGlobal('scrollTo', () => {});
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  Object.assign(Element.prototype, {
    scrollIntoView: () => {},
    checkVisibility: () => true,
    hasPointerCapture: () => false,
    setPointerCapture: () => {},
    releasePointerCapture: () => {},
  });
}

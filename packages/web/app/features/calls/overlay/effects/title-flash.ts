/** The part of `document` that flashing the title needs. */
export interface PageTitle {
  title: string;
  readonly hidden: boolean;
  addEventListener(type: 'visibilitychange', listener: () => void): void;
  removeEventListener(type: 'visibilitychange', listener: () => void): void;
}

const FLASH_INTERVAL_MS = 1000;

/**
 * While the page is hidden, alternates the page's title with `text`, until the returned function is called. If the page
 * changes its title during the flashing, the new title stays at the end.
 */
export function flashTitle(page: PageTitle, text: string): () => void {
  let ownTitle = page.title;
  let timer: ReturnType<typeof setInterval> | undefined;
  const restore = () => {
    clearInterval(timer);
    if (page.title === text) page.title = ownTitle;
  };
  const flash = () => {
    if (page.title === text) {
      page.title = ownTitle;
      return;
    }
    ownTitle = page.title;
    page.title = text;
  };
  const followVisibility = () => {
    restore();
    if (!page.hidden) return;
    flash();
    timer = setInterval(flash, FLASH_INTERVAL_MS);
  };
  followVisibility();
  page.addEventListener('visibilitychange', followVisibility);
  return () => {
    page.removeEventListener('visibilitychange', followVisibility);
    restore();
  };
}

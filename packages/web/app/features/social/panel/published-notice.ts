import { toast } from '../../../ui/feedback/toast.ts';
import { postPath } from '../model/paths.ts';

/** Session storage key of the post that was published right before the page reloaded. */
const NOTICE_KEY = 'guilda-published-post';
/** A notice older than this, in ms, is not shown, because the reload that it was stored for did not take place. */
const NOTICE_MAX_AGE_MS = 60_000;

/** Stores the post of `authorUid`, so that the reloaded page confirms it. */
export function storePublishedNotice(authorUid: string, postUid: string): void {
  try {
    sessionStorage.setItem(NOTICE_KEY, `${authorUid}/${postUid}/${Date.now()}`);
  } catch {
    // Storage is unavailable: the reloaded page shows the post, and no toast.
  }
}

/** Uid of the post that `authorUid` published right before the page reloaded; null without one. Answers once. */
export function takePublishedNotice(authorUid: string): string | null {
  try {
    const notice = sessionStorage.getItem(NOTICE_KEY) ?? '';
    const [storedAuthorUid, postUid, storedAt] = notice.split('/');
    sessionStorage.removeItem(NOTICE_KEY);
    const isRecent = Math.abs(Date.now() - Number(storedAt)) < NOTICE_MAX_AGE_MS;
    return storedAuthorUid === authorUid && postUid && isRecent ? postUid : null;
  } catch {
    return null;
  }
}

/** Confirms a published post; its button leads to the post. */
export function toastPublished(postUid: string, navigate: (path: string) => unknown): void {
  const openPost = () => void navigate(postPath(postUid));
  toast({ title: 'Publicado', action: { label: 'Ver', run: openPost } });
}

import { toast } from '../../../ui/feedback/toast.ts';
import { postPath } from '../model/paths.ts';

/** Session storage key of the post that was published right before the page reloaded. */
const NOTICE_KEY = 'guilda-published-post';

/** Stores the post of `authorUid`, so that the reloaded page confirms it. */
export function storePublishedNotice(authorUid: string, postUid: string): void {
  try {
    sessionStorage.setItem(NOTICE_KEY, `${authorUid}/${postUid}`);
  } catch {
    // Storage is unavailable: the reloaded page shows the post, and no toast.
  }
}

/** Uid of the post that `authorUid` published right before the page reloaded; null without one. Answers once. */
export function takePublishedNotice(authorUid: string): string | null {
  try {
    const [storedAuthorUid, postUid] = (sessionStorage.getItem(NOTICE_KEY) ?? '').split('/');
    sessionStorage.removeItem(NOTICE_KEY);
    return storedAuthorUid === authorUid && postUid ? postUid : null;
  } catch {
    return null;
  }
}

/** Confirms a published post; its button leads to the post. */
export function toastPublished(postUid: string, navigate: (path: string) => unknown): void {
  const openPost = () => void navigate(postPath(postUid));
  toast({ title: 'Publicado', action: { label: 'Ver', run: openPost } });
}

import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { signedInUid } from '../../../lib/data/page-data.ts';
import { createDraftStore, isBlankDraft, type PostDraft } from './draft.ts';
import { emptyPostForm, type PostForm, type ValidPost } from './post-form.ts';

/** Notice about a draft that was restored when the panel opened. */
export interface RestoredDraft {
  /** Whether the draft had a photo, which could not be stored. */
  readonly lostPhoto: boolean;
}

const draftOfForm = ({ photo, ...typed }: PostForm): PostDraft => ({
  ...typed,
  hadPhoto: photo !== null,
});

function createBrowserDraftStore(uid: string) {
  return createDraftStore({
    store: localStorage,
    uid,
    mayKeep: () => signedInUid() === uid,
    newKey: () => crypto.randomUUID(),
  });
}

/** Runs `flush` when the page is hidden or left, because it may never come back. */
function useFlushOnHide(flush: () => void) {
  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && flush();
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', hidden);
      flush();
    };
  }, [flush]);
}

type PostFormHandle = UseFormReturn<PostForm, unknown, ValidPost>;

/**
 * The draft of a person's post: restored when the panel opens, stored while the person types. While the panel is open
 * no other tab changes its fields.
 */
export function usePanelDraft(uid: string, open: boolean, form: PostFormHandle, values: PostForm) {
  const [draftStore] = useState(() => createBrowserDraftStore(uid));
  const [note, setNote] = useState<RestoredDraft | null>(null);
  const latest = useRef(values);
  latest.current = values;
  const { reset } = form;
  useFlushOnHide(draftStore.flush);
  useEffect(() => {
    if (!open) return draftStore.flush();
    const news = draftStore.news();
    const draft = news ?? draftOfForm(latest.current);
    if (news) {
      const { hadPhoto: _, ...typed } = news;
      reset({ ...typed, photo: null });
    }
    setNote(isBlankDraft(draft) ? null : { lostPhoto: news !== null && draft.hadPhoto });
  }, [open, draftStore, reset]);
  useEffect(() => draftStore.change(draftOfForm(values)), [draftStore, values]);
  return {
    note,
    draftStore,
    /** Empties the form and forgets the draft. */
    forget: () => {
      reset(emptyPostForm);
      draftStore.drop();
      setNote(null);
    },
  };
}

import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { signedInUid } from '../../../lib/data/page-data.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { createDraftStore, isBlankDraft, type PostDraft } from './draft.ts';
import { emptyPostForm, type PostForm, type ValidPost } from './post-form.ts';

/** A draft that was restored when the panel was opened. */
export interface RestoredDraft {
  /** Whether the draft had a photo, which could not be stored and is lost. */
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
    newKey: randomUuid,
  });
}

/** Calls `flushDraft` when the page is hidden or left, because the browser may discard it without further events. */
function useFlushOnHide(flushDraft: () => void) {
  useEffect(() => {
    const flushIfHidden = () => document.visibilityState === 'hidden' && flushDraft();
    window.addEventListener('pagehide', flushDraft);
    document.addEventListener('visibilitychange', flushIfHidden);
    return () => {
      window.removeEventListener('pagehide', flushDraft);
      document.removeEventListener('visibilitychange', flushIfHidden);
      flushDraft();
    };
  }, [flushDraft]);
}

type PostFormHandle = UseFormReturn<PostForm, unknown, ValidPost>;

/**
 * The draft of a person's post: restored when the panel opens, and stored while the person types. Drafts of other tabs
 * do not change the fields while the panel is open.
 */
export function usePanelDraft(
  uid: string,
  isOpen: boolean,
  formHandle: PostFormHandle,
  values: PostForm,
) {
  const [draftStore] = useState(() => createBrowserDraftStore(uid));
  const [note, setNote] = useState<RestoredDraft | null>(null);
  const latestValues = useRef(values);
  latestValues.current = values;
  const { reset } = formHandle;
  useFlushOnHide(draftStore.flush);
  useEffect(() => {
    if (!isOpen) return draftStore.flush();
    const draftUpdate = draftStore.news();
    const draft = draftUpdate ?? draftOfForm(latestValues.current);
    if (draftUpdate) {
      const { hadPhoto: _, ...typed } = draftUpdate;
      reset({ ...typed, photo: null });
    }
    setNote(isBlankDraft(draft) ? null : { lostPhoto: draftUpdate !== null && draft.hadPhoto });
  }, [isOpen, draftStore, reset]);
  useEffect(() => draftStore.change(draftOfForm(values)), [draftStore, values]);
  return {
    note,
    draftStore,
    /** Empties the form and removes the draft. */
    forget: () => {
      reset(emptyPostForm);
      draftStore.drop();
      setNote(null);
    },
  };
}

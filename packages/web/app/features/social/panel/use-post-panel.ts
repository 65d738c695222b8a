import type { Post } from '@guilda/contract/community/social';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { toast, toastError } from '../../../ui/feedback/toast.ts';
import {
  emptyPostForm,
  isPostEmpty,
  type PostForm,
  photoProblemText,
  postFieldErrors,
  postFormSchema,
  type ValidPost,
} from './post-form.ts';
import { usePanelDraft } from './use-panel-draft.ts';
import { useSendPost } from './use-send-post.ts';

/**
 * State of the photo field. A file that is not a picture or is too large shows an error and does not replace the chosen
 * photo.
 */
function photoField(formHandle: ReturnType<typeof usePostForm>) {
  const setPhoto = (photo: File | null) => {
    formHandle.setValue('photo', photo, { shouldDirty: true });
    formHandle.clearErrors('photo');
  };
  return {
    choose(file: File | null) {
      const problem = file && photoProblemText(file);
      if (problem) formHandle.setError('photo', { message: problem });
      else setPhoto(file);
    },
    /** Call when the browser cannot show the chosen file; removes the file and shows the error. */
    refuse(message: string) {
      setPhoto(null);
      formHandle.setError('photo', { message });
    },
  };
}

function usePostForm() {
  return useForm<PostForm, unknown, ValidPost>({
    resolver: zodResolver(postFormSchema),
    defaultValues: emptyPostForm,
    // Custom controls have no element that the form library can focus, so the panel focuses the first invalid field.
    shouldFocusError: false,
  });
}

function toastEarlierAttemptPublished() {
  toast({
    title: 'Já estava publicado',
    text: 'O envio anterior tinha chegado. O que você mudou continua aqui.',
    tone: 'warn',
  });
}

interface PostPanelOptions {
  readonly uid: string;
  readonly isOpen: boolean;
  /** Whether the person may mark a post as sensitive, because they have an approved age check. */
  readonly mayMarkSensitive: boolean;
  /**
   * Called after publishing. `isPublished` is false if the server had already stored an earlier attempt with other
   * content; the form then stays open.
   */
  onPublished(post: Post, isPublished: boolean): void;
}

/**
 * State of the form for a new post: validated by the schema that the server uses too, stored as a draft, and sent once
 * even if it is submitted repeatedly. An error of the server is shown at the field that it is about; the text stays
 * until the post is published.
 */
export function usePostPanel({ uid, isOpen, mayMarkSensitive, onPublished }: PostPanelOptions) {
  const form = usePostForm();
  const values = useWatch({ control: form.control }) as PostForm;
  const { note, draftStore, forget } = usePanelDraft(uid, isOpen, form, values);
  const { send, stop, progress } = useSendPost(draftStore);
  const busy = useRef(false);
  const isPanelOpen = useRef(isOpen);
  isPanelOpen.current = isOpen;
  const [refusedSubmits, setRefusedSubmits] = useState(0);
  useEffect(() => {
    if (isOpen) setRefusedSubmits(0);
  }, [isOpen]);
  const refuse = () => setRefusedSubmits((before) => before + 1);

  const publish = async (validPost: ValidPost) => {
    if (isPostEmpty(values)) return refuse();
    try {
      const publishedPost = await send({
        ...validPost,
        sensitive: validPost.sensitive && mayMarkSensitive,
      });
      if (!publishedPost) return;
      if (!publishedPost.matchesForm) {
        draftStore.settle();
        toastEarlierAttemptPublished();
      } else {
        forget();
        setRefusedSubmits(0);
      }
      onPublished(publishedPost.post, publishedPost.matchesForm);
    } catch (error) {
      const fieldErrors = postFieldErrors(error);
      for (const { field, message } of fieldErrors) form.setError(field, { message });
      // If the panel was closed while the post was being sent, its fields are not visible, so the error is shown as a
      // toast.
      if (fieldErrors.length === 0 || !isPanelOpen.current) toastError(error);
      else refuse();
    }
  };
  const submit = async () => {
    if (busy.current) return;
    busy.current = true;
    await form
      .handleSubmit(publish, refuse)()
      .finally(() => {
        busy.current = false;
      });
  };
  return {
    form,
    values,
    note,
    progress,
    photo: photoField(form),
    submit,
    stop,
    discard: forget,
    empty: isPostEmpty(values),
    /** How often a submit was refused since the panel was opened. */
    refusedSubmits,
  };
}

export type PostPanelModel = ReturnType<typeof usePostPanel>;

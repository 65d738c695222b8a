import type { Post } from '@guilda/contract/social';
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

/** The photo field of the form: a file that is no picture or too large is refused and changes nothing. */
function photoField(form: ReturnType<typeof usePostForm>) {
  const set = (photo: File | null) => {
    form.setValue('photo', photo, { shouldDirty: true });
    form.clearErrors('photo');
  };
  return {
    choose(file: File | null) {
      const problem = file && photoProblemText(file);
      if (problem) form.setError('photo', { message: problem });
      else set(file);
    },
    /** Called when the chosen file is no readable picture. */
    refuse(message: string) {
      set(null);
      form.setError('photo', { message });
    },
  };
}

function usePostForm() {
  return useForm<PostForm, unknown, ValidPost>({
    resolver: zodResolver(postFormSchema),
    defaultValues: emptyPostForm,
    // Custom controls have no element to focus: the panel focuses the first problem itself.
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
  readonly open: boolean;
  /** Whether the person's own age check lets them mark a post as sensitive. */
  readonly adult: boolean;
  /** Called after publishing; `done` is false when the server had stored an earlier attempt, and the form stays open. */
  onPublished(post: Post, done: boolean): void;
}

/**
 * The form of a new post: validated by the contract, kept as a draft, sent once however often it is
 * submitted. A refusal of the server is shown at its field; the text stays until the post is published.
 */
export function usePostPanel({ uid, open, adult, onPublished }: PostPanelOptions) {
  const form = usePostForm();
  const values = useWatch({ control: form.control }) as PostForm;
  const { note, draftStore, forget } = usePanelDraft(uid, open, form, values);
  const { send, stop, progress } = useSendPost(draftStore);
  const busy = useRef(false);
  const inSight = useRef(open);
  inSight.current = open;
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (open) setRefusals(0);
  }, [open]);
  const refuse = () => setRefusals((before) => before + 1);

  const publish = async (ready: ValidPost) => {
    if (isPostEmpty(values)) return refuse();
    try {
      const sent = await send({ ...ready, sensitive: ready.sensitive && adult });
      if (!sent) return;
      if (!sent.asTyped) {
        draftStore.settle();
        toastEarlierAttemptPublished();
      } else {
        forget();
        setRefusals(0);
      }
      onPublished(sent.post, sent.asTyped);
    } catch (error) {
      const problems = postFieldErrors(error);
      for (const { field, message } of problems) form.setError(field, { message });
      // Back may have closed the panel meanwhile: its fields do not matter then.
      if (problems.length === 0 || !inSight.current) toastError(error);
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
    /** How often the form was refused since the panel opened. */
    refusals,
  };
}

export type PostPanelModel = ReturnType<typeof usePostPanel>;

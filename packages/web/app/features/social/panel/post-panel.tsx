import type { OwnUser } from '@guilda/contract/accounts/users';
import type { Post } from '@guilda/contract/community/social';
import { type DragEvent, useEffect, useId, useRef } from 'react';
import { useNavigate } from 'react-router';
import { pageReload, reloadWouldLose } from '../../../lib/navigation/page-reload.ts';
import { Drawer } from '../../../ui/overlays/drawer.tsx';
import { useFeedCache } from '../model/feed-cache.ts';
import { PanelFooter } from './panel-footer.tsx';
import { PANEL_OPENER_SELECTOR } from './panel-opener.ts';
import { PostFields } from './post-fields.tsx';
import * as styles from './post-panel.module.css';
import { PostPreview } from './post-preview.tsx';
import { storePublishedNotice, toastPublished } from './published-notice.ts';
import { RestoredDraftNote } from './restored-draft-note.tsx';
import { useOwnServices } from './use-own-services.ts';
import { type PostPanelModel, usePostPanel } from './use-post-panel.ts';

interface PostPanelProps {
  open: boolean;
  onClose: () => void;
  author: OwnUser;
}

/** Prevents the browser from opening a file that was dropped outside the upload area. */
const preventFileNavigation = (event: DragEvent) => event.preventDefault();

/**
 * What follows a published post: the panel closes, and then the page reloads. Closing comes first, so that neither the
 * reloaded page nor Back opens the panel again. If the person has closed the panel by Back while the post was being
 * sent, they may be doing something else by now, so the page stays. It stays also when a reload would lose something, such
 * as chat messages that this device could not store.
 */
function useHandlePublished({ open: isOpen, onClose, author }: PostPanelProps) {
  const { announcePost } = useFeedCache();
  const navigate = useNavigate();
  const reloadsWhenClosed = useRef(false);
  const latestProps = useRef({ isOpen, onClose });
  latestProps.current = { isOpen, onClose };
  useEffect(() => {
    if (isOpen || !reloadsWhenClosed.current) return;
    reloadsWhenClosed.current = false;
    pageReload.run();
  }, [isOpen]);
  return (post: Post, isPublished: boolean) => {
    // The lists on screen show the post at once: the reload may take a while on a slow network.
    announcePost(post);
    if (!isPublished) return;
    const { isOpen: isStillOpen, onClose: close } = latestProps.current;
    reloadsWhenClosed.current = isStillOpen && !reloadWouldLose();
    if (reloadsWhenClosed.current) storePublishedNotice(author.uid, post.uid);
    else toastPublished(post.uid, navigate);
    if (isStillOpen) close();
  };
}

/** After a refused submit, focuses the first invalid field, or the first field if none is invalid. */
function useFocusOnInvalidField({ refusedSubmits }: PostPanelModel) {
  const formRef = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusedSubmits === 0) return;
    const firstField =
      formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      formRef.current?.querySelector<HTMLElement>('input');
    firstField?.focus();
    firstField?.closest('[data-ui="field"]')?.scrollIntoView({ block: 'nearest' });
  }, [refusedSubmits]);
  return formRef;
}

/** The panel with the form for a new post and a live preview beside it. */
export function PostPanel(props: PostPanelProps) {
  const { open: isOpen, onClose, author } = props;
  const mayMarkSensitive = author.ageVerified;
  const onPublished = useHandlePublished(props);
  const model = usePostPanel({ uid: author.uid, isOpen, mayMarkSensitive, onPublished });
  const services = useOwnServices(author.uid, isOpen);
  const formRef = useFocusOnInvalidField(model);
  const formId = useId();
  const { values, note, progress, empty, refusedSubmits, submit, stop, discard } = model;
  const isSending = progress !== undefined;
  const discardDraft = () => {
    discard();
    // The pressed button disappeared with the notice about the draft, so the first field takes the focus.
    formRef.current?.querySelector<HTMLElement>('input')?.focus();
  };
  const service = services?.find(({ id }) => id === values.serviceId) ?? null;
  return (
    <Drawer
      open={isOpen}
      // While a post is being sent, only the button aborts it; closing the panel does nothing.
      onOpenChange={() => !isSending && onClose()}
      label="Nova publicação"
      variant="panel"
      opener={PANEL_OPENER_SELECTOR}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only ignores files dropped outside the upload area */}
      <div
        className={styles.body}
        data-ui="post-panel-body"
        onDragOver={preventFileNavigation}
        onDrop={preventFileNavigation}
      >
        <form
          id={formId}
          ref={formRef}
          className="column gap6"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            // React events of a form inside a portal also bubble to the forms around the component that opened the
            // panel.
            event.stopPropagation();
            void submit();
          }}
        >
          {note && !isSending && (
            <RestoredDraftNote
              note={note}
              hasPhoto={values.photo !== null}
              onDiscard={discardDraft}
            />
          )}
          <PostFields model={model} services={services} mayMarkSensitive={mayMarkSensitive} />
        </form>
        <PostPreview
          form={values}
          author={author}
          service={service}
          sensitive={mayMarkSensitive && values.sensitive}
        />
      </div>
      <PanelFooter
        formId={formId}
        emptySubmits={empty ? refusedSubmits : 0}
        isSending={isSending}
        onCancel={isSending ? stop : onClose}
      />
    </Drawer>
  );
}

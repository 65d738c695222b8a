import type { PackFile } from '@guilda/contract/services/packs';
import clsx from 'clsx';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import * as Radix from 'radix-ui/dialog';
import { type KeyboardEvent, useRef, useState } from 'react';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { stayOpen } from '../../../ui/overlays/stay-open.ts';
import { indexAfterKey } from '../model/viewer-gestures.ts';
import * as styles from './pack-viewer.module.css';
import { useSwipe } from './use-swipe.ts';
import type { ViewerState } from './use-viewer-index.ts';
import { ViewerBar } from './viewer-bar.tsx';
import { tileId } from './viewer-hash.ts';
import { ViewerSlide } from './viewer-slide.tsx';

interface PackViewerProps {
  title: string;
  files: readonly PackFile[];
  viewer: ViewerState;
}

/** Whether the focused element handles arrow keys itself: a player, or a zoomed picture that can be scrolled. */
const handlesArrowKeys = (target: EventTarget) =>
  target instanceof Element && target.closest('video, [data-zoomed]') !== null;

/** When the viewer closes, focuses the large picture that opened it, otherwise the tile of the last viewed file. */
function useFocusReturn(fileId: string | undefined) {
  const openerRef = useRef<Element | null>(null);
  const latestFileId = useRef(fileId);
  if (fileId !== undefined) latestFileId.current = fileId;
  return {
    onOpenAutoFocus: (event: Event) => {
      openerRef.current = document.activeElement;
      event.preventDefault();
      (event.currentTarget as HTMLElement).focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const openerElement = openerRef.current;
      const stage =
        openerElement instanceof HTMLElement && openerElement.closest('[data-pack-stage]')
          ? openerElement
          : null;
      const target = stage?.isConnected
        ? stage
        : document.getElementById(tileId(latestFileId.current ?? ''));
      target?.focus();
    },
  };
}

function NextFileButton({
  by,
  onTurn,
  isAtEnd,
}: {
  by: 1 | -1;
  onTurn: () => void;
  isAtEnd: boolean;
}) {
  const Icon = by === 1 ? ChevronRight : ChevronLeft;
  return (
    <IconButton
      label={by === 1 ? 'Próximo arquivo' : 'Arquivo anterior'}
      tip="none"
      tone="solid"
      className={clsx(styles.turn, by === 1 && styles.next)}
      aria-disabled={isAtEnd}
      icon={<Icon className="icon" aria-hidden="true" />}
      onClick={onTurn}
    />
  );
}

/** Full-screen viewer of a pack's files, controlled by arrow keys, Home, End, Escape and swipes. */
export function PackViewer({ title, files, viewer }: PackViewerProps) {
  const { index, turn, close } = viewer;
  const file = files[index];
  const focusHandlers = useFocusReturn(file?.id);
  const [zoomedId, setZoomedId] = useState<string | null>(null);
  const isZoomed = file !== undefined && zoomedId === file.id;
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || handlesArrowKeys(event.target)) return;
    if (indexAfterKey(event.key, index, files.length) === null) return;
    event.preventDefault();
    turn((currentIndex) => indexAfterKey(event.key, currentIndex, files.length) ?? currentIndex);
  };
  const swipe = useSwipe(!isZoomed, (by) => turn((currentIndex) => currentIndex + by));
  const zoom = () => file && setZoomedId(isZoomed ? null : file.id);
  return (
    <Radix.Root open={file !== undefined} onOpenChange={close}>
      <Radix.Portal>
        <Radix.Content
          {...focusHandlers}
          className={`${styles.viewer} onDark`}
          aria-describedby={undefined}
          onInteractOutside={stayOpen}
          onKeyDown={press}
        >
          <Radix.Title className="srOnly">{`Arquivos de ${title}`}</Radix.Title>
          {file && (
            <>
              <ViewerBar
                file={file}
                index={index}
                count={files.length}
                zoomed={isZoomed}
                onZoom={zoom}
                onClose={close}
              />
              <div className={styles.content} {...swipe}>
                <ViewerSlide key={file.id} file={file} zoomed={isZoomed} onZoom={zoom} />
              </div>
              <NextFileButton
                by={-1}
                isAtEnd={index === 0}
                onTurn={() => turn((currentIndex) => currentIndex - 1)}
              />
              <NextFileButton
                by={1}
                isAtEnd={index === files.length - 1}
                onTurn={() => turn((currentIndex) => currentIndex + 1)}
              />
            </>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

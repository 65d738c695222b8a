import type { PackFile } from '@guilda/contract/packs';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import * as Radix from 'radix-ui/dialog';
import { type KeyboardEvent, useRef, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { stayForToasts } from '../../../ui/stay-for-toasts.ts';
import { placeAfter } from '../model/moves.ts';
import { useSwipe } from './use-swipe.ts';
import type { ViewerPlace } from './use-viewer-place.ts';
import { tileId } from './viewer-address.ts';
import { ViewerBar } from './viewer-bar.tsx';
import { ViewerSlide } from './viewer-slide.tsx';

interface PackViewerProps {
  title: string;
  files: readonly PackFile[];
  viewer: ViewerPlace;
}

/** Keys that belong to who has the focus: a player's, and those that move a picture seen close. */
const hasOwnKeys = (target: EventTarget) =>
  target instanceof Element && target.closest('video, .tela-s.perto') !== null;

/** Gives the focus back to what opened the viewer; from the grid, to the tile looked at last. */
function useFocusBack(fileId: string | undefined) {
  const opener = useRef<Element | null>(null);
  const latest = useRef(fileId);
  if (fileId !== undefined) latest.current = fileId;
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement;
      event.preventDefault();
      (event.currentTarget as HTMLElement).focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const from = opener.current;
      const stage = from instanceof HTMLElement && from.closest('.visor') ? from : null;
      const back = stage?.isConnected
        ? stage
        : document.getElementById(tileId(latest.current ?? ''));
      back?.focus();
    },
  };
}

function Turn({ by, onTurn, end }: { by: 1 | -1; onTurn: () => void; end: boolean }) {
  const Icon = by === 1 ? ChevronRight : ChevronLeft;
  return (
    <IconButton
      label={by === 1 ? 'Próximo arquivo' : 'Arquivo anterior'}
      tip="none"
      tone="solid"
      className={by === 1 ? 'tela-v pro' : 'tela-v'}
      aria-disabled={end}
      icon={<Icon className="i" aria-hidden="true" />}
      onClick={onTurn}
    />
  );
}

/** The files of a pack over the whole screen, one at a time: arrows, Home, End, Esc and swipes. */
export function PackViewer({ title, files, viewer }: PackViewerProps) {
  const { place, turn, close } = viewer;
  const file = files[place];
  const focus = useFocusBack(file?.id);
  const [closeTo, setCloseTo] = useState<string | null>(null);
  const zoomed = file !== undefined && closeTo === file.id;
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || hasOwnKeys(event.target)) return;
    if (placeAfter(event.key, place, files.length) === null) return;
    event.preventDefault();
    turn((from) => placeAfter(event.key, from, files.length) ?? from);
  };
  const swipe = useSwipe(!zoomed, (by) => turn((from) => from + by));
  const zoom = () => file && setCloseTo(zoomed ? null : file.id);
  return (
    <Radix.Root open={file !== undefined} onOpenChange={close}>
      <Radix.Portal>
        <Radix.Content
          {...focus}
          className="tela on-mesa"
          aria-describedby={undefined}
          onInteractOutside={stayForToasts}
          onKeyDown={press}
        >
          <Radix.Title className="sr">{`Arquivos de ${title}`}</Radix.Title>
          {file && (
            <>
              <ViewerBar
                file={file}
                place={place}
                count={files.length}
                zoomed={zoomed}
                onZoom={zoom}
                onClose={close}
              />
              <div className="tela-m" {...swipe}>
                <ViewerSlide key={file.id} file={file} zoomed={zoomed} onZoom={zoom} />
              </div>
              <Turn by={-1} end={place === 0} onTurn={() => turn((from) => from - 1)} />
              <Turn
                by={1}
                end={place === files.length - 1}
                onTurn={() => turn((from) => from + 1)}
              />
            </>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

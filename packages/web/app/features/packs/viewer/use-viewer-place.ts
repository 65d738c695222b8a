import type { PackFile } from '@guilda/contract/packs';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { fileOfHash, placeHash } from './viewer-address.ts';

export interface ViewerPlace {
  /** Place of the file that the address opens; -1 while the viewer is closed. */
  readonly place: number;
  /** Turns to another place, told from the one in the address: keys come faster than pages. */
  turn(move: (place: number) => number): void;
  close(): void;
}

/**
 * The viewer as the address has it, so that Back closes it. Turning pages replaces the address; where
 * a press on this page opened the viewer, closing is going back.
 */
export function useViewerPlace(files: readonly PackFile[]): ViewerPlace {
  const { pathname, search, hash } = useLocation();
  const type = useNavigationType();
  const navigate = useNavigate();
  const placeOf = (at: string) => {
    const id = fileOfHash(at);
    return id === null ? -1 : files.findIndex((file) => file.id === id);
  };
  const place = placeOf(hash);
  const open = place >= 0;
  const wasClosed = useRef(false);
  const openedHere = useRef(false);
  useEffect(() => {
    if (!open) openedHere.current = false;
    else if (wasClosed.current && type === 'PUSH') openedHere.current = true;
    wasClosed.current = !open;
  }, [open, type]);
  const options = { replace: true, preventScrollReset: true };
  return {
    place,
    turn: (move) => {
      // What is on screen may still be of an earlier key.
      const from = placeOf(window.location.hash);
      const next = Math.min(files.length - 1, Math.max(0, move(from)));
      const file = files[next];
      if (!file || next === from) return;
      void navigate({ pathname, search, hash: placeHash(file.id) }, options);
    },
    close: () => {
      if (openedHere.current) void navigate(-1);
      else void navigate({ pathname, search }, options);
    },
  };
}

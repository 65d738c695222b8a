import type { PackFile } from '@guilda/contract/services/packs';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { fileIdOfHash, viewerHash } from './viewer-hash.ts';

export interface ViewerState {
  /** Index of the file named in the URL; -1 while the viewer is closed. */
  readonly index: number;
  /**
   * Moves to another file. Starts from the file in the URL, because keys may be pressed faster than the page renders.
   */
  turn(move: (index: number) => number): void;
  close(): void;
}

/**
 * State of the viewer, stored in the hash of the URL, so that Back closes the viewer. Moving to another file replaces
 * the history entry. If this page opened the viewer, closing it goes back in the history.
 */
export function useViewerIndex(files: readonly PackFile[]): ViewerState {
  const { pathname, search, hash } = useLocation();
  const type = useNavigationType();
  const navigate = useNavigate();
  const indexOfHash = (hashText: string) => {
    const id = fileIdOfHash(hashText);
    return id === null ? -1 : files.findIndex((file) => file.id === id);
  };
  const index = indexOfHash(hash);
  const open = index >= 0;
  const wasClosed = useRef(false);
  const openedHere = useRef(false);
  useEffect(() => {
    if (!open) openedHere.current = false;
    else if (wasClosed.current && type === 'PUSH') openedHere.current = true;
    wasClosed.current = !open;
  }, [open, type]);
  const options = { replace: true, preventScrollReset: true };
  return {
    index,
    turn: (move) => {
      // Starts from the URL, because the rendered index may be older.
      const shownIndex = indexOfHash(window.location.hash);
      const nextIndex = Math.min(files.length - 1, Math.max(0, move(shownIndex)));
      const file = files[nextIndex];
      if (!file || nextIndex === shownIndex) return;
      void navigate({ pathname, search, hash: viewerHash(file.id) }, options);
    },
    close: () => {
      if (openedHere.current) void navigate(-1);
      else void navigate({ pathname, search }, options);
    },
  };
}

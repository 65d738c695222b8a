import { type PointerEvent, useRef } from 'react';
import { type Point, swipeOf } from '../model/moves.ts';

/** The strip at the bottom of a video where fingers move its controls, in CSS pixels. */
const CONTROLS_PX = 72;

/** Whether a finger that lands here means the file, and neither a player's controls nor a close look. */
function isFree(event: PointerEvent): boolean {
  if (event.pointerType !== 'touch' || !event.isPrimary) return false;
  if ((window.visualViewport?.scale ?? 1) > 1.01) return false;
  const video = (event.target as Element).closest('video');
  return !video || event.clientY < video.getBoundingClientRect().bottom - CONTROLS_PX;
}

/** Handlers that hear a finger turn the page: 1 forward, -1 back. */
export function useSwipe(enabled: boolean, onSwipe: (by: 1 | -1) => void) {
  const from = useRef<Point | null>(null);
  return {
    onPointerDown: (event: PointerEvent) => {
      from.current = enabled && isFree(event) ? { x: event.clientX, y: event.clientY } : null;
    },
    onPointerUp: (event: PointerEvent) => {
      const start = from.current;
      from.current = null;
      if (!start) return;
      const by = swipeOf(start, { x: event.clientX, y: event.clientY });
      if (by !== 0) onSwipe(by);
    },
    onPointerCancel: () => {
      from.current = null;
    },
  };
}

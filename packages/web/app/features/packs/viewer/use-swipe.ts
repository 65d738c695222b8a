import { type PointerEvent, useRef } from 'react';
import { type Point, swipeDirection } from '../model/viewer-gestures.ts';

/** Height of a video's controls, on which touches do not start a swipe, in CSS pixels. */
const VIDEO_CONTROLS_HEIGHT_PX = 72;

/** Whether a touch may start a swipe: not on the controls of a player and not while the page is zoomed. */
function canStartSwipe(event: PointerEvent): boolean {
  if (event.pointerType !== 'touch' || !event.isPrimary) return false;
  if ((window.visualViewport?.scale ?? 1) > 1.01) return false;
  const video = (event.target as Element).closest('video');
  return !video || event.clientY < video.getBoundingClientRect().bottom - VIDEO_CONTROLS_HEIGHT_PX;
}

/** Pointer handlers that call `onSwipe` with 1 for the next file and -1 for the previous one. */
export function useSwipe(isEnabled: boolean, onSwipe: (by: 1 | -1) => void) {
  const startRef = useRef<Point | null>(null);
  return {
    onPointerDown: (event: PointerEvent) => {
      startRef.current =
        isEnabled && canStartSwipe(event) ? { x: event.clientX, y: event.clientY } : null;
    },
    onPointerUp: (event: PointerEvent) => {
      const start = startRef.current;
      startRef.current = null;
      if (!start) return;
      const direction = swipeDirection(start, { x: event.clientX, y: event.clientY });
      if (direction !== 0) onSwipe(direction);
    },
    onPointerCancel: () => {
      startRef.current = null;
    },
  };
}

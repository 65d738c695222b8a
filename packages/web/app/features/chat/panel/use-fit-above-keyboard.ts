import { type RefObject, useLayoutEffect } from 'react';

/** Minimum height of an on-screen keyboard, in px; smaller changes of the visible height come from browser bars. */
const MIN_KEYBOARD_HEIGHT_PX = 120;

/**
 * Fits an element into the part of the screen above the on-screen keyboard. While a keyboard is open, `--vista-topo`
 * and `--vista-base` are the distances of the visible part from the upper and the lower edge of the window.
 */
export function useFitAboveKeyboard(elementRef: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const fitElement = () => {
      const target = elementRef.current;
      const hiddenPx = window.innerHeight - viewport.height;
      // When zoomed in, the visible part is smaller even without a keyboard.
      const isKeyboardOpen = hiddenPx > MIN_KEYBOARD_HEIGHT_PX && viewport.scale < 1.01;
      target?.toggleAttribute('data-teclado', isKeyboardOpen);
      target?.style.setProperty('--vista-topo', `${viewport.offsetTop}px`);
      target?.style.setProperty('--vista-base', `${hiddenPx - viewport.offsetTop}px`);
    };
    fitElement();
    viewport.addEventListener('resize', fitElement);
    viewport.addEventListener('scroll', fitElement);
    return () => {
      viewport.removeEventListener('resize', fitElement);
      viewport.removeEventListener('scroll', fitElement);
    };
  }, [elementRef]);
}

import { type RefObject, useLayoutEffect } from 'react';

/** Minimum height of an on-screen keyboard, in px; smaller changes of the visible height come from browser bars. */
const MIN_KEYBOARD_HEIGHT_PX = 120;

/**
 * Fits an element into the part of the screen above the on-screen keyboard. While a keyboard is open, `--vista-topo`
 * and `--vista-base` are the distances of the visible part from the upper and the lower edge of the window.
 */
export function useFitAboveKeyboard(elementRef: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const view = window.visualViewport;
    if (!view) return;
    const fitElement = () => {
      const target = elementRef.current;
      const hidden = window.innerHeight - view.height;
      // When zoomed in, the visible part is smaller even without a keyboard.
      const isKeyboardOpen = hidden > MIN_KEYBOARD_HEIGHT_PX && view.scale < 1.01;
      target?.toggleAttribute('data-teclado', isKeyboardOpen);
      target?.style.setProperty('--vista-topo', `${view.offsetTop}px`);
      target?.style.setProperty('--vista-base', `${hidden - view.offsetTop}px`);
    };
    fitElement();
    view.addEventListener('resize', fitElement);
    view.addEventListener('scroll', fitElement);
    return () => {
      view.removeEventListener('resize', fitElement);
      view.removeEventListener('scroll', fitElement);
    };
  }, [elementRef]);
}

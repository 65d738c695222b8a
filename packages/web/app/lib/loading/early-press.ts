import { useEffect } from 'react';
import { useSession } from '../session/session.ts';

/**
 * Script in the head that marks a button pressed before the page's code has loaded, so that `useRepeatEarlyPress` can
 * repeat the press. Only the last press counts. React itself replays presses that happen during hydration.
 */
export const earlyPressScript = `addEventListener('click',function(e){var d=document,b=e.target.closest&&e.target.closest('button[type=button]:not([aria-disabled=true])'),o=d.querySelector('[data-pressed]');
if(!b||'hydrating' in d.documentElement.dataset)return;if(o)delete o.dataset.pressed;b.dataset.pressed=''},true);`;

let pressedButton: HTMLButtonElement | null = null;

/**
 * Ends the marking of presses and removes the mark. Call it before hydration, because React expects the document as the
 * server rendered it.
 */
export function stopMarkingPresses(): void {
  document.documentElement.dataset['hydrating'] = '';
  pressedButton = document.querySelector('button[data-pressed]');
  delete pressedButton?.dataset['pressed'];
}

function repeatEarlyPress(): void {
  pressedButton?.click();
  pressedButton = null;
}

/** Once the session is loaded, clicks the button that the person pressed before hydration. */
export function useRepeatEarlyPress(): void {
  const ready = useSession((state) => state.ready);
  useEffect(() => {
    if (ready) repeatEarlyPress();
  }, [ready]);
}

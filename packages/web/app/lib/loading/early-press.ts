import { useEffect } from 'react';
import { useSession } from '../session/session.ts';

/**
 * Runs in the head: a button that is pressed before the page's code has loaded keeps a mark, because nobody listens
 * to it yet. Only the last one counts. Once hydration has begun, React itself keeps what is pressed.
 */
export const earlyPressScript = `addEventListener('click',function(e){var d=document,b=e.target.closest&&e.target.closest('button[type=button]:not([aria-disabled=true])'),o=d.querySelector('[data-pressed]');
if(!b||'hydrating' in d.documentElement.dataset)return;if(o)delete o.dataset.pressed;b.dataset.pressed=''},true);`;

let pressed: HTMLButtonElement | null = null;

/** To be called before hydration, which must find the document as the server made it. */
export function stopMarkingPresses(): void {
  document.documentElement.dataset['hydrating'] = '';
  pressed = document.querySelector('button[data-pressed]');
  delete pressed?.dataset['pressed'];
}

function repeatEarlyPress(): void {
  pressed?.click();
  pressed = null;
}

/** Repeats the click on a button that was pressed before hydration, once the session is known. */
export function useRepeatEarlyPress(): void {
  const ready = useSession((state) => state.ready);
  useEffect(() => {
    if (ready) repeatEarlyPress();
  }, [ready]);
}

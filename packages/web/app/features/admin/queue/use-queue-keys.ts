import { useEffect, useRef } from 'react';
import { type QueueCommand, queueCommandOfKey } from './keys.ts';

const TEXT_FIELDS_SELECTOR =
  'input:not([type="checkbox"],[type="radio"]),textarea,select,[contenteditable]';
const DIALOGS_SELECTOR = '[role="dialog"],[role="alertdialog"],[role="menu"]';

function keyContextOf(target: EventTarget | null) {
  const element = target instanceof Element ? target : null;
  return {
    typing: element?.closest(TEXT_FIELDS_SELECTOR) != null,
    dialog: document.querySelector(DIALOGS_SELECTOR) !== null,
    list: element?.closest('[data-testid="queue-items"] a') != null,
  };
}

/**
 * Runs the queue's commands by keys. Listens before the page's own handlers, because in the queue `/` focuses the
 * filters and not the product's search.
 */
export function useQueueKeys(commands: Readonly<Record<QueueCommand, () => unknown>>): void {
  const latest = useRef(commands);
  latest.current = commands;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const command = queueCommandOfKey(event, keyContextOf(event.target));
      if (!command) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current[command]();
    };
    document.addEventListener('keydown', press, true);
    return () => document.removeEventListener('keydown', press, true);
  }, []);
}

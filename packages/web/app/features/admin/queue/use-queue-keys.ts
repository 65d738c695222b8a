import { useEffect, useRef } from 'react';
import { type QueueCommand, queueCommandOfKey } from './keys.ts';

const TEXT_FIELDS_SELECTOR =
  'input:not([type="checkbox"],[type="radio"]),textarea,select,[contenteditable]';
const DIALOGS_SELECTOR = '[role="dialog"],[role="alertdialog"],[role="menu"]';

function keyContextOf(target: EventTarget | null) {
  const element = target instanceof Element ? target : null;
  return {
    isTyping: element?.closest(TEXT_FIELDS_SELECTOR) != null,
    isDialogOpen: document.querySelector(DIALOGS_SELECTOR) !== null,
    isListFocused: element?.closest('[data-testid="queue-items"] a') != null,
  };
}

/**
 * Runs the queue's commands on key presses; `letters` says whether single characters are commands. Listens in the capture
 * phase and stops the event of a command, so that no other handler of the page acts on the key.
 */
export function useQueueKeys(
  commands: Readonly<Record<QueueCommand, () => unknown>>,
  letters: boolean,
): void {
  const latestArguments = useRef({ commands, letters });
  latestArguments.current = { commands, letters };
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      const command = queueCommandOfKey(event, {
        ...keyContextOf(event.target),
        areLettersEnabled: latestArguments.current.letters,
      });
      if (!command) return;
      event.preventDefault();
      event.stopPropagation();
      latestArguments.current.commands[command]();
    };
    document.addEventListener('keydown', handleKeyDown, true);
    return () => document.removeEventListener('keydown', handleKeyDown, true);
  }, []);
}

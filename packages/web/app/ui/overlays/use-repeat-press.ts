import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** Elements whose press may lead to another address or open something. */
const PRESSABLE = 'a, button, label, summary, [type="checkbox"], [type="radio"]';

/** Milliseconds in which a panel closes; a press that waited longer is not repeated. */
const CLOSING_TIME = 1000;

/** The pressed element outside the panel and its button; null for a press that the panel need not wait for. */
function pressedOutside(event: MouseEvent, panel: HTMLElement | null): Element | null {
  const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (!panel || opensElsewhere || !(event.target instanceof Element)) return null;
  const pressed = event.target.closest(PRESSABLE);
  const isOwn = panel.contains(pressed) || pressed?.getAttribute('aria-controls') === panel.id;
  return isOwn || pressed?.getAttribute('target') === '_blank' ? null : pressed;
}

interface RepeatPressOptions {
  readonly panelRef: RefObject<HTMLElement | null>;
  readonly open: boolean;
  /** Closes the panel by going back; undefined for a panel that closes at once, where no press has to wait. */
  readonly close: (() => void) | undefined;
}

/**
 * For a panel that closes by going back: a press outside closes it, and is repeated once it is closed. Going back ends
 * a navigation that a link starts at the same time, and closes a menu that a button opens. Returns whether the latest
 * press was outside; the focus then stays at the pressed element.
 */
export function useRepeatPress({ panelRef, open, close }: RepeatPressOptions): () => boolean {
  const waiting = useRef<MouseEvent | null>(null);
  const closedByPress = useRef(false);
  const closeNow = useEffectEvent(() => close?.());
  const isWanted = open && close !== undefined;
  useEffect(() => {
    if (!isWanted) return;
    closedByPress.current = false;
    const holdPress = (event: MouseEvent) => {
      if (!pressedOutside(event, panelRef.current)) return;
      event.preventDefault();
      event.stopPropagation();
      const { current } = waiting;
      // The second press of a double click; the panel is already closing.
      if (current && event.timeStamp - current.timeStamp < CLOSING_TIME) return;
      waiting.current = event;
      closedByPress.current = true;
      closeNow();
    };
    // On `window`, because React and the panel itself listen to `document`.
    window.addEventListener('click', holdPress, { capture: true });
    return () => window.removeEventListener('click', holdPress, { capture: true });
  }, [isWanted, panelRef]);
  useEffect(() => {
    const { current } = waiting;
    if (open || !current) return;
    waiting.current = null;
    if (performance.now() - current.timeStamp > CLOSING_TIME) return;
    // Afterwards, because the panel's own listeners are still there during this effect.
    setTimeout(() => {
      const { target } = current;
      // A press on what has been removed or disabled meanwhile is lost, as it is for a press that comes late.
      if (target instanceof Element && target.isConnected && !target.closest(':disabled'))
        target.dispatchEvent(new MouseEvent('click', current));
    });
  }, [open]);
  return () => closedByPress.current;
}

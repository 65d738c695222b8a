import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import * as styles from './tooltip-layer.module.css';

const TOOLTIP_GAP_PX = 8;
const WINDOW_MARGIN_PX = 8;
const HOVER_DELAY_MS = 350;

interface ShownTooltip {
  anchor: HTMLElement;
  text: string;
}

function anchorOf(eventTarget: EventTarget | null): HTMLElement | null {
  return eventTarget instanceof Element ? eventTarget.closest<HTMLElement>('[data-tip]') : null;
}

/**
 * The element whose tooltip is shown on keyboard focus: the focused element or an element around it. For a link without
 * a tooltip, the first element inside the link that has one.
 */
function focusAnchorOf(eventTarget: EventTarget | null): HTMLElement | null {
  if (!(eventTarget instanceof HTMLElement) || !eventTarget.matches(':focus-visible')) return null;
  const isInside =
    eventTarget.matches('a') && eventTarget.querySelector<HTMLElement>('[role="img"][data-tip]');
  return anchorOf(eventTarget) ?? (isInside || null);
}

/**
 * The element whose tooltip is shown on touch; null for links and controls, because pressing them does something else.
 */
function touchAnchorOf(eventTarget: EventTarget | null): HTMLElement | null {
  const anchor = anchorOf(eventTarget);
  return anchor?.closest('a, button, input, label, summary, [role="button"]') ? null : anchor;
}

function placeTooltip(tooltip: HTMLElement, anchor: HTMLElement) {
  const box = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = tooltip;
  const wantsTop = anchor.dataset['tipSide'] !== 'bottom';
  const fitsTop = box.top - height - TOOLTIP_GAP_PX >= WINDOW_MARGIN_PX;
  const fitsBottom = box.bottom + height + TOOLTIP_GAP_PX <= window.innerHeight - WINDOW_MARGIN_PX;
  const isAbove = wantsTop ? fitsTop || !fitsBottom : !fitsBottom && fitsTop;
  const centre = box.left + box.width / 2;
  const left = Math.max(
    WINDOW_MARGIN_PX,
    Math.min(centre - width / 2, document.documentElement.clientWidth - width - WINDOW_MARGIN_PX),
  );
  tooltip.style.left = `${left}px`;
  tooltip.style.top = `${isAbove ? box.top - height - TOOLTIP_GAP_PX : box.bottom + TOOLTIP_GAP_PX}px`;
  tooltip.style.setProperty('--arrow', `${centre - left}px`);
  tooltip.dataset['side'] = isAbove ? 'top' : 'bottom';
}

/** The element that was hovered or focused before this code was loaded. */
const currentAnchor = () =>
  [...document.querySelectorAll<HTMLElement>('[data-tip]:hover')].at(-1) ??
  focusAnchorOf(document.activeElement);

/** The element that is hovered (after a short delay), touched or focused by keyboard; Escape hides its tooltip. */
function useShownTooltip(): ShownTooltip | null {
  const [shown, setShown] = useState<ShownTooltip | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const showTooltip = (anchor: HTMLElement | null, delay: number) => {
      clearTimeout(timer);
      const text = anchor?.dataset['tip'];
      if (!anchor || !text) return setShown(null);
      timer = setTimeout(() => setShown({ anchor, text }), delay);
    };
    const hide = () => showTooltip(null, 0);
    const onPointerOver = (event: PointerEvent) => {
      if (event.pointerType !== 'touch') showTooltip(anchorOf(event.target), HOVER_DELAY_MS);
    };
    const onFocus = (event: FocusEvent) => {
      const anchor = focusAnchorOf(event.target);
      if (anchor) showTooltip(anchor, 0);
    };
    const onPointerDown = (event: PointerEvent) =>
      showTooltip(event.pointerType === 'touch' ? touchAnchorOf(event.target) : null, 0);
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    document.addEventListener('pointerover', onPointerOver);
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', hide);
    document.addEventListener('pointerdown', onPointerDown);
    document.addEventListener('keydown', onKeyDown);
    window.addEventListener('scroll', hide, true);
    showTooltip(currentAnchor(), HOVER_DELAY_MS);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', onPointerOver);
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', hide);
      document.removeEventListener('pointerdown', onPointerDown);
      document.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('scroll', hide, true);
    };
  }, []);
  return shown;
}

/** Renders the tooltips of all elements, one at a time. Mounted once, by the layout, when the page is idle. */
export function TooltipLayer() {
  const tooltip = useShownTooltip();
  const tooltipRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (tooltip && tooltipRef.current) placeTooltip(tooltipRef.current, tooltip.anchor);
  }, [tooltip]);
  if (!tooltip?.anchor.isConnected) return null;
  return (
    <div className={styles.tooltip} role="tooltip" ref={tooltipRef}>
      {tooltip.text}
    </div>
  );
}

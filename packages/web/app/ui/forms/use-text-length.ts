import { type ChangeEvent, type Ref, useCallback, useEffect, useRef, useState } from 'react';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/**
 * Characters in a text control (UTF-16 units, as the limits count them), whether its value is held by
 * React or by the element. Give the ref and the change handler to the control.
 */
export function useTextLength<E extends TextControl>(
  value: unknown,
  ref: Ref<E> | undefined,
  onChange: ((event: ChangeEvent<E>) => void) | undefined,
) {
  const element = useRef<E | null>(null);
  const [typed, setTyped] = useState(0);
  const setRef = useCallback(
    (node: E | null) => {
      element.current = node;
      if (typeof ref === 'function') return ref(node);
      if (ref) ref.current = node;
    },
    [ref],
  );
  // A form library may fill or reset the element without an event.
  useEffect(() => {
    if (element.current) setTyped(element.current.value.length);
  });
  const change = (event: ChangeEvent<E>) => {
    setTyped(event.target.value.length);
    onChange?.(event);
  };
  return { length: typeof value === 'string' ? value.length : typed, setRef, change };
}

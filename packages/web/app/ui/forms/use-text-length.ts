import { type ChangeEvent, type Ref, useCallback, useEffect, useRef, useState } from 'react';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/**
 * Number of characters in a text control, in UTF-16 units as the limits count them. Works for controlled and
 * uncontrolled inputs. Pass the returned ref and change handler to the control.
 */
export function useTextLength<E extends TextControl>(
  value: unknown,
  ref: Ref<E> | undefined,
  onChange: ((event: ChangeEvent<E>) => void) | undefined,
) {
  const element = useRef<E | null>(null);
  const [typedLength, setTypedLength] = useState(0);
  const setRef = useCallback(
    (node: E | null) => {
      element.current = node;
      if (typeof ref === 'function') return ref(node);
      if (ref) ref.current = node;
    },
    [ref],
  );
  // A form library may set the value of the element without an event.
  useEffect(() => {
    if (element.current) setTypedLength(element.current.value.length);
  });
  const change = (event: ChangeEvent<E>) => {
    setTypedLength(event.target.value.length);
    onChange?.(event);
  };
  return { length: typeof value === 'string' ? value.length : typedLength, setRef, change };
}

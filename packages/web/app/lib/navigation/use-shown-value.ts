import { type RefObject, useEffect, useRef } from 'react';

/**
 * A component's value as it is on screen now, for work that ends later; undefined once the component is gone. The person
 * may then be doing something else, and stays there.
 */
export function useShownValue<T>(value: T): RefObject<T | undefined> {
  const shownValue = useRef<T | undefined>(value);
  useEffect(() => {
    shownValue.current = value;
    return () => {
      shownValue.current = undefined;
    };
  }, [value]);
  return shownValue;
}

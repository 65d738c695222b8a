import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useShownValue } from '../../app/lib/navigation/use-shown-value.ts';

it('the shown value follows the component, and is undefined once the component is gone', () => {
  const { result, rerender, unmount } = renderHook(({ id }) => useShownValue(id), {
    initialProps: { id: 'a' },
  });
  const shownId = result.current;
  expect(shownId.current).toBe('a');
  rerender({ id: 'b' });
  expect(shownId.current).toBe('b');
  unmount();
  expect(shownId.current).toBeUndefined();
});

import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useLeavePage } from '../../app/lib/navigation/use-leave-page.ts';

it('a button is usable again five seconds after the person stopped the way to another site', async () => {
  vi.useFakeTimers();
  const { result } = renderHook(() => useLeavePage());
  const leave = vi.fn(async () => 'leaving' as const);
  await act(async () => {
    await Promise.all([result.current.run(leave), result.current.run(leave)]);
  });
  expect(leave).toHaveBeenCalledTimes(1);
  act(() => vi.advanceTimersByTime(4_999));
  expect(result.current.pending).toBe(true);
  act(() => vi.advanceTimersByTime(1));
  expect(result.current.pending).toBe(false);
});

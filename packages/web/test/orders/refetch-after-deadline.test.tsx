import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { orderKeys } from '../../app/features/orders/data/order-keys.ts';
import { useRefetchAfterDeadline } from '../../app/features/orders/data/use-refetch-after-deadline.ts';
import { createQueryClient } from '../../app/lib/data/query-client.ts';

/** Renders an order whose deadline has passed; returns its requests and those of other data on the page. */
function renderLateOrder(answer: () => Promise<string>) {
  const orderRequests: AbortSignal[] = [];
  const loadOther = vi.fn(async () => 'other');
  const loadOrder = ({ signal }: { signal: AbortSignal }) => {
    orderRequests.push(signal);
    return answer();
  };
  function LateOrder() {
    useQuery({ queryKey: orderKeys.one('1'), queryFn: loadOrder, initialData: 'old' });
    useQuery({ queryKey: ['other'], queryFn: loadOther });
    useRefetchAfterDeadline(true);
    return null;
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LateOrder />
    </QueryClientProvider>,
  );
  return { orderRequests, loadOther };
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('after a deadline a slow request for the order is waited for, and nothing else is requested', async () => {
  vi.useFakeTimers();
  const { orderRequests, loadOther } = renderLateOrder(() => new Promise(() => undefined));
  await wait(16_000);
  expect(orderRequests.map(({ aborted }) => aborted)).toEqual([false]);
  expect(loadOther).toHaveBeenCalledTimes(1);
});

it('after a deadline the order is requested again while the tab is visible', async () => {
  vi.useFakeTimers();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const { orderRequests } = renderLateOrder(async () => 'new');
  await wait(11_000);
  expect(orderRequests).toHaveLength(0);
  hidden.mockReturnValue(false);
  await wait(10_000);
  expect(orderRequests).toHaveLength(2);
});

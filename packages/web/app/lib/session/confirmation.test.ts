import { ApiError } from '@guilda/contract/api-error';
import { expect, it } from 'vitest';
import { useConfirmationRequest, withConfirmation } from './confirmation.ts';

const currentRequest = () => useConfirmationRequest.getState().request;

/**
 * A call that is refused until the person has confirmed their identity; resolves to the proof sent with the repeated
 * call.
 */
const confirmedCall = () =>
  withConfirmation('withdrawal', async ({ confirmation }) => {
    if (confirmation === undefined) throw new ApiError(403, { code: 'confirmation_required' });
    return confirmation;
  });

it('a late answer to an earlier confirmation leaves the newer one open', async () => {
  const earlierCall = confirmedCall();
  await expect.poll(currentRequest).not.toBeNull();
  const earlierRequest = currentRequest();
  const newerCall = confirmedCall();
  await expect(earlierCall).rejects.toMatchObject({ name: 'ConfirmationCancelledError' });
  await expect.poll(currentRequest).not.toBeNull();

  earlierRequest?.confirm('late');
  expect(currentRequest()).not.toBeNull();
  earlierRequest?.cancel();
  currentRequest()?.confirm('good');
  expect(await newerCall).toBe('good');
  expect(currentRequest()).toBeNull();
});

import { expect, test } from 'vitest';
import { sendOnce } from './send-once.ts';

const sentKeys: string[] = [];
const send = async (key: string) => sentKeys.push(key);
const fail = async (key: string) => {
  sentKeys.push(key);
  throw new Error('the answer was lost');
};

test('a body has the same key until it is answered, and another one afterwards', async () => {
  await expect(sendOnce({ text: 'Oi' }, fail)).rejects.toThrow('lost');
  await sendOnce({ text: 'Outra coisa' }, send);
  await sendOnce({ text: 'Oi' }, send);
  await sendOnce({ text: 'Oi' }, send);
  const [first, other, repeated, next] = sentKeys;
  expect(repeated).toBe(first);
  expect(new Set([first, other, next]).size).toBe(3);
});

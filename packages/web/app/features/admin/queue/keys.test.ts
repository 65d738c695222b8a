import { describe, expect, it } from 'vitest';
import { queueCommandOfKey } from './keys.ts';

const free = { typing: false, dialog: false, list: false, letters: true };
const press = (key: string, held = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

describe('keys of the queueView', () => {
  it('command where nobody types', () => {
    expect(queueCommandOfKey(press('j'), free)).toBe('next');
    expect(queueCommandOfKey(press('?'), free)).toBe('help');
    expect(queueCommandOfKey(press('q'), free)).toBeNull();
  });

  it('leave arrows and Enter to the page outside of the list', () => {
    expect(queueCommandOfKey(press('ArrowDown'), free)).toBeNull();
    expect(queueCommandOfKey(press('ArrowDown'), { ...free, list: true })).toBe('next');
    expect(queueCommandOfKey(press('Enter'), { ...free, list: true })).toBe('open');
  });

  it('are only arrows and Enter where single characters are switched off', () => {
    const off = { ...free, list: true, letters: false };
    expect(queueCommandOfKey(press('j'), off)).toBeNull();
    expect(queueCommandOfKey(press('?'), off)).toBeNull();
    expect(queueCommandOfKey(press('ArrowDown'), off)).toBe('next');
  });

  it('belong to fields, dialogs and the browser first', () => {
    expect(queueCommandOfKey(press('x'), { ...free, typing: true })).toBeNull();
    expect(queueCommandOfKey(press('x'), { ...free, dialog: true })).toBeNull();
    expect(queueCommandOfKey(press('t', { ctrlKey: true }), free)).toBeNull();
  });
});

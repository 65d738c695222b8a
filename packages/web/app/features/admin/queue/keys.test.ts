import { describe, expect, it } from 'vitest';
import { queueCommandOfKey } from './keys.ts';

const idleState = { typing: false, dialog: false, list: false, letters: true };
const press = (key: string, held = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

describe('keys of the queueView', () => {
  it('command where nobody types', () => {
    expect(queueCommandOfKey(press('j'), idleState)).toBe('next');
    expect(queueCommandOfKey(press('?'), idleState)).toBe('help');
    expect(queueCommandOfKey(press('q'), idleState)).toBeNull();
  });

  it('leave arrows and Enter to the page outside of the list', () => {
    expect(queueCommandOfKey(press('ArrowDown'), idleState)).toBeNull();
    expect(queueCommandOfKey(press('ArrowDown'), { ...idleState, list: true })).toBe('next');
    expect(queueCommandOfKey(press('Enter'), { ...idleState, list: true })).toBe('open');
  });

  it('are only arrows and Enter where single characters are switched off', () => {
    const off = { ...idleState, list: true, letters: false };
    expect(queueCommandOfKey(press('j'), off)).toBeNull();
    expect(queueCommandOfKey(press('?'), off)).toBeNull();
    expect(queueCommandOfKey(press('ArrowDown'), off)).toBe('next');
  });

  it('belong to fields, dialogs and the browser first', () => {
    expect(queueCommandOfKey(press('x'), { ...idleState, typing: true })).toBeNull();
    expect(queueCommandOfKey(press('x'), { ...idleState, dialog: true })).toBeNull();
    expect(queueCommandOfKey(press('t', { ctrlKey: true }), idleState)).toBeNull();
  });
});

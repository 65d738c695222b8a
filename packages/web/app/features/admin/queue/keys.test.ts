import { describe, expect, it } from 'vitest';
import { commandOf } from './keys.ts';

const free = { typing: false, dialog: false, list: false };
const press = (key: string, held = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

describe('keys of the queueView', () => {
  it('command where nobody types', () => {
    expect(commandOf(press('j'), free)).toBe('next');
    expect(commandOf(press('?'), free)).toBe('help');
    expect(commandOf(press('q'), free)).toBeNull();
  });

  it('leave arrows and Enter to the page outside of the list', () => {
    expect(commandOf(press('ArrowDown'), free)).toBeNull();
    expect(commandOf(press('ArrowDown'), { ...free, list: true })).toBe('next');
    expect(commandOf(press('Enter'), { ...free, list: true })).toBe('open');
  });

  it('belong to fields, dialogs and the browser first', () => {
    expect(commandOf(press('x'), { ...free, typing: true })).toBeNull();
    expect(commandOf(press('x'), { ...free, dialog: true })).toBeNull();
    expect(commandOf(press('t', { ctrlKey: true }), free)).toBeNull();
  });
});

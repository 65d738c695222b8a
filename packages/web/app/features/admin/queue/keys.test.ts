import { describe, expect, it } from 'vitest';
import { queueCommandOfKey } from './keys.ts';

const idleState = {
  isTyping: false,
  isDialogOpen: false,
  isListFocused: false,
  areLettersEnabled: true,
};
const keyPress = (key: string, modifiers = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...modifiers,
});

describe('the keys of the moderation queue', () => {
  it('trigger commands while no field has the focus', () => {
    expect(queueCommandOfKey(keyPress('j'), idleState)).toBe('next');
    expect(queueCommandOfKey(keyPress('?'), idleState)).toBe('help');
    expect(queueCommandOfKey(keyPress('q'), idleState)).toBeNull();
  });

  it('do not use arrows and Enter outside of the list', () => {
    expect(queueCommandOfKey(keyPress('ArrowDown'), idleState)).toBeNull();
    expect(queueCommandOfKey(keyPress('ArrowDown'), { ...idleState, isListFocused: true })).toBe(
      'next',
    );
    expect(queueCommandOfKey(keyPress('Enter'), { ...idleState, isListFocused: true })).toBe(
      'open',
    );
  });

  it('are only arrows and Enter when single characters are switched off', () => {
    const lettersOffState = { ...idleState, isListFocused: true, areLettersEnabled: false };
    expect(queueCommandOfKey(keyPress('j'), lettersOffState)).toBeNull();
    expect(queueCommandOfKey(keyPress('?'), lettersOffState)).toBeNull();
    expect(queueCommandOfKey(keyPress('ArrowDown'), lettersOffState)).toBe('next');
  });

  it('are not used in fields, dialogs and shortcuts of the browser', () => {
    expect(queueCommandOfKey(keyPress('x'), { ...idleState, isTyping: true })).toBeNull();
    expect(queueCommandOfKey(keyPress('x'), { ...idleState, isDialogOpen: true })).toBeNull();
    expect(queueCommandOfKey(keyPress('t', { ctrlKey: true }), idleState)).toBeNull();
  });
});

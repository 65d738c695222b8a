import type { CallPorts } from './call-ports.ts';
import type { CallEventName, CallEventPayloads } from './state/call-events.ts';
import { applyCall } from './state/call-machine.ts';
import {
  type CallEffect,
  callViewOf,
  initialCallState,
  type PersonCallsState,
  type RingingCall,
} from './state/call-state.ts';
import type { AnimationType, CallView } from './state/call-view.ts';

/** The state of one person's calls on this page, and the ports by which it reaches server and browser. */
export interface CallCore {
  readonly ownUid: string;
  readonly ports: CallPorts;
  state: PersonCallsState;
  view: CallView;
  stopped: boolean;
  /** Whether a call is being placed; pressing the button again does not place a second call. */
  placing: boolean;
  /**
   * The call whose acceptance is being sent; null if none is, or if the person has ended the call since accepting it.
   */
  accepting: RingingCall | null;
  apply<N extends CallEventName>(name: N, event: CallEventPayloads[N]): void;
}

interface CallCoreHooks {
  /** Called after each change of the state. */
  changed(): void;
  run(effect: CallEffect): void;
}

/** Creates the state. Each event that changes it calls `changed`, then runs the effects of the event. */
export function createCallCore(ownUid: string, ports: CallPorts, hooks: CallCoreHooks): CallCore {
  const core: CallCore = {
    ownUid,
    ports,
    state: initialCallState(ownUid),
    view: { status: 'free' },
    stopped: false,
    placing: false,
    accepting: null,
    apply: (name, event) => {
      if (core.stopped) return;
      const { state, effects } = applyCall(core.state, name, event);
      if (state !== core.state) {
        if (state.phase !== core.state.phase) core.view = callViewOf(state);
        core.state = state;
        hooks.changed();
      }
      for (const effect of effects) hooks.run(effect);
    },
  };
  return core;
}

/**
 * Initial values of a call that appears on this page: a randomly chosen style of ringtone and motion, and the current
 * time.
 */
export function initialCallValues({ ports }: CallCore): {
  animationType: AnimationType;
  nowMs: number;
} {
  return { animationType: ports.random() < 0.5 ? 'discord' : 'skype', nowMs: ports.now() };
}

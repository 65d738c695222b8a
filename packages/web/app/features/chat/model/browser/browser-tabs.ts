import { openTabChannel } from '../../../../lib/session/tab-channel.ts';
import type { OtherTabs, TabMessage } from '../ports.ts';

/** Runs jobs of the same name one after another, within this tab only. */
function exclusiveInThisTab(): OtherTabs['alone'] {
  const lastRuns = new Map<string, Promise<void>>();
  return (name, work) => {
    const run = (lastRuns.get(name) ?? Promise.resolve()).then(work);
    lastRuns.set(
      name,
      run.catch(() => undefined),
    );
    return run;
  };
}

/** The tabs of a person in this browser; only this tab if the browser lacks Web Locks or broadcast channels. */
export function createBrowserTabs(uid: string): OtherTabs & { close(): void } {
  const runInThisTab = exclusiveInThisTab();
  return {
    ...openTabChannel<TabMessage>(`guilda-chat/${uid}`),
    alone: (name, work) =>
      'locks' in navigator
        ? navigator.locks.request(`guilda-outbox/${name}`, work)
        : runInThisTab(name, work),
  };
}

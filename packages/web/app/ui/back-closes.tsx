import { useEffect } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';

const isBack: BlockerFunction = ({ historyAction }) => historyAction === 'POP';

/**
 * While it stands, going back calls `close` and the page stays, as a phone's own sheets do. Not for
 * what an address opened, which goes with its address, nor for a question about leaving.
 */
export function BackCloses({ close }: { close: () => void }) {
  const blocker = useBlocker(isBack);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    close();
  }, [blocker, close]);
  return null;
}

import { useCallback, useEffect, useRef, useState } from 'react';
import {
  checkAutoplay,
  checkPermission,
  checkPush,
  checkStorage,
  checkVersion,
} from './browser-checks.ts';
import {
  checkApi,
  checkClock,
  checkRenewal,
  checkSession,
  checkSocket,
} from './connection-checks.ts';
import { type CheckId, checkIds, type Findings, type SelfCheckFinding } from './finding.ts';

const checksById: Readonly<Record<CheckId, (uid: string) => Promise<SelfCheckFinding>>> = {
  session: checkSession,
  renewal: checkRenewal,
  api: checkApi,
  socket: checkSocket,
  push: checkPush,
  permission: checkPermission,
  autoplay: checkAutoplay,
  storage: checkStorage,
  clock: checkClock,
  version: checkVersion,
};

/** Runs all checks when the page opens and on request; one after another, so that none slows down the next. */
export function useSelfCheck(uid: string) {
  const [findings, setFindings] = useState<Findings>({});
  // The first check counts as running from the first render, because a status line that appeared later would move the
  // list of checks down.
  const [running, setRunning] = useState<CheckId | null>(checkIds[0] ?? null);
  const round = useRef(0);
  const run = useCallback(async () => {
    round.current += 1;
    const ownRound = round.current;
    setFindings({});
    for (const id of checkIds) {
      setRunning(id);
      const finding = await checksById[id](uid);
      if (round.current !== ownRound) return;
      setFindings((before) => ({ ...before, [id]: finding }));
    }
    setRunning(null);
  }, [uid]);
  useEffect(() => {
    void run();
    return () => {
      round.current += 1;
    };
  }, [run]);
  return { findings, running, run };
}

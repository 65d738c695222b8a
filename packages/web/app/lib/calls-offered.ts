import { errors } from '@guilda/contract/errors';
import { createContext, useContext } from 'react';

/** Whether this installation has calls, which it has with Discord alone; from the root's loader. */
export const CallsOffered = createContext(true);

export const useCallsOffered = (): boolean => useContext(CallsOffered);

/** What stands in place of calls where there are none. */
export const noCallsText = errors.calls_unavailable.text;

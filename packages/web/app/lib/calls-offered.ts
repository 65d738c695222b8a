import { errors } from '@guilda/contract/errors';
import { createContext, useContext } from 'react';

/** Whether this installation offers calls, which require Discord. The value comes from the root route's loader. */
export const CallsOfferedContext = createContext(true);

export const useCallsOffered = (): boolean => useContext(CallsOfferedContext);

/** Text shown where calls are not available. */
export const callsUnavailableText = errors.calls_unavailable.text;

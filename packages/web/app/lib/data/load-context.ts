import type { ApiClient } from '@guilda/contract/client';
import { createContext } from 'react-router';

/**
 * The Content-Security-Policy nonce of this response. The server sets it on the
 * `RouterContextProvider` of every request; empty where no policy is sent (development).
 */
export const nonceContext = createContext('');

/** The typed client whose transport calls the application in-process, as the visitor of this request. */
export const apiContext = createContext<ApiClient>();

/** Logs errors while rendering a page; does nothing until the server sets it. */
export const reportContext = createContext<(error: unknown) => void>(() => undefined);

/** Whether people can call each other in this installation; the server knows. */
export const callsContext = createContext(true);

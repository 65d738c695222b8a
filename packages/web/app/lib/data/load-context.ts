import type { ApiClient } from '@guilda/contract/client';
import { createContext } from 'react-router';
import type { InstallationSettings } from '../installation.ts';

/**
 * The nonce on the app's own script elements, new for every rendering. The server recognises inline scripts by the
 * nonce, allows them by their hashes in the Content-Security-Policy, and removes the nonce before it sends the page.
 */
export const nonceContext = createContext('');

/**
 * API client for loaders on the server. Its transport calls the application in the same process, as the visitor who
 * sent the request.
 */
export const apiContext = createContext<ApiClient>();

/** Reports errors of rendering a page; does nothing until the server sets it. */
export const reportContext = createContext<(error: unknown) => void>(() => undefined);

/** The settings of this installation; set by the server. */
export const installationContext = createContext<InstallationSettings>();

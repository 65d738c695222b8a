import type { ApiClient } from '@guilda/contract/client';
import { createContext } from 'react-router';
import type { InstallationSettings } from '../installation.ts';

/**
 * The nonce that marks the app's own script elements for the server, new for every rendering and never sent to a browser.
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

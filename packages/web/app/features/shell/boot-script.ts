import { storageKeys } from '../../lib/session/storage.ts';

/** Local storage key of the chosen theme; absent while the person has not chosen. */
export const THEME_KEY = 'guilda.theme';

/**
 * Runs in the head before anything is painted: sets the theme (stored choice, else the system's) and
 * whether a person is signed in, and whether they are suspended, so that nothing flashes. It must not
 * throw where storage is closed.
 */
export const bootScript = `(function(d){var t,s,p;try{t=localStorage.getItem('${THEME_KEY}');s=localStorage.getItem('${storageKeys.accessToken}');p=s&&JSON.parse(localStorage.getItem('${storageKeys.state}')).state.user.suspension}catch(e){}
d.dataset.theme=t==='mesa'||t==='papel'?t:matchMedia('(prefers-color-scheme: light)').matches?'papel':'mesa';
if(s)d.dataset.session='in';if(p)d.dataset.accountStatus='suspended'})(document.documentElement)`;

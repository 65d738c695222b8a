import { storageKeys } from '../../lib/session/storage.ts';

/** Local storage key of the chosen theme; absent until the person has chosen one. */
export const THEME_KEY = 'guilda.theme';

/**
 * Script in the head that runs before the first paint, so that nothing flashes. Sets attributes of the document: the
 * theme (the stored choice, otherwise the system's), whether a person is signed in and whether that person is
 * suspended. It must not throw where storage is unavailable.
 */
export const bootScript = `(function(d){var t,s,p;try{t=localStorage.getItem('${THEME_KEY}');s=localStorage.getItem('${storageKeys.accessToken}');p=s&&JSON.parse(localStorage.getItem('${storageKeys.state}')).state.user.suspension}catch(e){}
d.dataset.theme=t==='mesa'||t==='papel'?t:matchMedia('(prefers-color-scheme: light)').matches?'papel':'mesa';
if(s)d.dataset.session='in';if(p)d.dataset.accountStatus='suspended'})(document.documentElement)`;

/** The cookie of a visitor who has answered the consent question. */
export const consentCookie = (value: 'accepted' | 'refused', baseURL: string) => ({
  name: 'guilda_consent',
  value,
  domain: new URL(baseURL).hostname,
  path: '/',
  expires: -1,
  httpOnly: false,
  secure: false,
  sameSite: 'Lax' as const,
});

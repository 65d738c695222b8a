/** Where a mail server is and how it is spoken to. */
export interface SmtpServerAddress {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte on, rather than by STARTTLS. */
  readonly secure: boolean;
  readonly login: { readonly user: string; readonly pass: string } | null;
  /** The server is this very machine, by its name. */
  readonly loopback: boolean;
}

const loopbackForm = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/;

/** A part of an address as it was meant; one with a stray `%` is taken as it stands. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Reads `smtps://user:password@host:465` or `smtp://…:587`; these are the ports unless told. Nothing
 * but these parts counts: no query switches the check of certificates off.
 * @throws TypeError for any other form
 */
export function readSmtpUrl(url: string): SmtpServerAddress {
  const parsed = URL.parse(url);
  const secure = parsed?.protocol === 'smtps:';
  if (!parsed?.hostname || !(secure || parsed.protocol === 'smtp:')) {
    throw new TypeError('Malformed address of a mail server');
  }
  const host = parsed.hostname.replace(/^\[|\]$/g, '');
  const [user, pass] = [decoded(parsed.username), decoded(parsed.password)];
  return {
    host,
    port: Number(parsed.port) || (secure ? 465 : 587),
    secure,
    login: user ? { user, pass } : null,
    loopback: loopbackForm.test(host),
  };
}

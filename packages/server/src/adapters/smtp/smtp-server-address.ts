/** Address and login of a mail server. */
export interface SmtpServerAddress {
  readonly host: string;
  readonly port: number;
  /** Whether TLS starts with the connection, instead of by STARTTLS. */
  readonly secure: boolean;
  readonly login: { readonly user: string; readonly pass: string } | null;
  /** Whether the host is this machine. */
  readonly loopback: boolean;
}

const loopbackPattern = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/;

/** Decodes a percent-encoded part of the URL; a part with an invalid `%` is used as it is. */
function decodeUrlPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Parses `smtps://user:password@host:465` or `smtp://…:587` (the default ports). Query parameters are ignored, so that
 * they cannot disable the verification of certificates.
 * @throws TypeError for any other form
 */
export function parseSmtpUrl(url: string): SmtpServerAddress {
  const parsed = URL.parse(url);
  const isSecure = parsed?.protocol === 'smtps:';
  if (!parsed?.hostname || !(isSecure || parsed.protocol === 'smtp:')) {
    throw new TypeError('Malformed address of a mail server');
  }
  const host = parsed.hostname.replace(/^\[|\]$/g, '');
  const [user, pass] = [decodeUrlPart(parsed.username), decodeUrlPart(parsed.password)];
  return {
    host,
    port: Number(parsed.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    login: user ? { user, pass } : null,
    loopback: loopbackPattern.test(host),
  };
}

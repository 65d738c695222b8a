import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import {
  type LoopbackCertificate,
  loopbackCertificate,
} from '../fixtures/server/loopback-certificate.ts';

/** A mail as the mail server received it, and as a mail program displays it. */
export interface MailAtPeer {
  /** Sender and recipients of the envelope. */
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  /** Whether the mail was received over TLS. */
  readonly usedTls: boolean;
  readonly raw: string;
  readonly parsed: Email;
}

/** A mail server on loopback that requires a login. */
export interface MailPeer {
  /** URL of the server, which contains the required login. */
  readonly url: string;
  readonly port: number;
  readonly mails: readonly MailAtPeer[];
  /** Number of open connections. */
  connections(): number;
  close(): Promise<void>;
}

export interface MailPeerOptions {
  /** `smtps`: TLS from the first byte; `starttls`: by command; `plain`: none. Default `smtps`. */
  readonly encryption?: 'smtps' | 'starttls' | 'plain';
  readonly certificate?: LoopbackCertificate;
  /** Any free port by default. */
  readonly port?: number;
}

export const peerLogin = { user: 'guilda', pass: 'p@ss:word/é' };

export async function startMailPeer(options: MailPeerOptions = {}): Promise<MailPeer> {
  const { encryption = 'smtps', certificate = loopbackCertificate(), port = 0 } = options;
  const mails: MailAtPeer[] = [];
  const server = new SMTPServer({
    ...certificate,
    secure: encryption === 'smtps',
    disabledCommands: encryption === 'plain' ? ['STARTTLS'] : [],
    allowInsecureAuth: encryption === 'plain',
    closeTimeout: 10,
    onAuth: ({ username, password }, _session, done) => {
      const isKnown = username === peerLogin.user && password === peerLogin.pass;
      done(isKnown ? null : new Error('No such login'), { user: username });
    },
    onData: (stream, { envelope, secure }, done) => {
      const recordMail = async () => {
        const raw = await buffer(stream);
        const { mailFrom, rcptTo } = envelope;
        const from = mailFrom ? mailFrom.address : '';
        mails.push({
          envelope: { from, to: rcptTo.map(({ address }) => address) },
          usedTls: secure,
          raw: raw.toString('latin1'),
          parsed: await PostalMime.parse(raw),
        });
      };
      recordMail().then(() => done(), done);
    },
  });
  server.on('error', () => undefined);
  server.listen(port, 'localhost');
  await once(server.server, 'listening');
  const { port: boundPort } = server.server.address() as AddressInfo;
  const { user, pass } = peerLogin;
  const scheme = encryption === 'smtps' ? 'smtps' : 'smtp';
  return {
    url: `${scheme}://${user}:${encodeURIComponent(pass)}@localhost:${boundPort}`,
    port: boundPort,
    mails,
    connections: () => server.connections.size,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Reaction of the scripted server to a command: a reply, no reply, or closing the connection. */
export type ScriptedReply = string | 'silent' | 'cut';

/** Replies by the first word of a command; they replace those of a server that accepts everything. */
export interface MailScript {
  readonly GREETING?: ScriptedReply;
  readonly EHLO?: ScriptedReply;
  readonly AUTH?: ScriptedReply;
  readonly STARTTLS?: ScriptedReply;
  readonly MAIL?: ScriptedReply;
  readonly RCPT?: ScriptedReply;
  readonly DATA?: ScriptedReply;
  /** Reply at the end of the mail. */
  readonly END?: ScriptedReply;
}

const acceptingScript: Required<MailScript> = {
  GREETING: '220 relay.example',
  EHLO: '250-relay.example\r\n250-ENHANCEDSTATUSCODES\r\n250 AUTH PLAIN',
  AUTH: '235 2.7.0 Welcome',
  STARTTLS: '502 5.5.1 Not here',
  MAIL: '250 2.1.0 Fine',
  RCPT: '250 2.1.5 Fine',
  DATA: '354 Go on',
  END: '250 2.0.0 Taken',
};

/** Answers the commands of one connection as the script says. */
function answerByScript(socket: Socket, script: Required<MailScript>): void {
  const applyReply = (reply: ScriptedReply) => {
    if (reply === 'cut') socket.destroy();
    else if (reply !== 'silent') socket.write(`${reply}\r\n`);
  };
  let unfinishedLine = '';
  let inMail = false;
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    const lines = (unfinishedLine + chunk.toString('latin1')).split('\r\n');
    unfinishedLine = lines.pop() ?? '';
    for (const line of lines) {
      if (inMail && line !== '.') continue;
      const command = inMail ? 'END' : (line.split(' ', 1)[0] ?? '');
      inMail = command === 'DATA' && script.DATA.startsWith('354');
      applyReply(script[command as keyof MailScript] ?? '250 2.0.0 Fine');
    }
  });
  applyReply(script.GREETING);
}

/** An SMTP server on loopback without TLS that answers by `script`, which can be replaced. */
export async function startScriptedMailPeer(script: MailScript) {
  const behaviour = { current: script };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    answerByScript(socket, { ...acceptingScript, ...behaviour.current });
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { user, pass } = peerLogin;
  return {
    url: `smtp://${user}:${encodeURIComponent(pass)}@localhost:${port}`,
    now: (newScript: MailScript) => {
      behaviour.current = newScript;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

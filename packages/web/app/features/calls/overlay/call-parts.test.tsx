import { Root } from 'radix-ui/dialog';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { AcceptedCall, CallActions, PendingCall } from '../model/state/call-view.ts';
import { AcceptedSheet } from './accepted-sheet.tsx';
import { FoldedCall } from './folded-call.tsx';
import { IncomingCall, OutgoingCall } from './pending-sheet.tsx';

const NOW_MS = Date.UTC(2026, 10, 20, 12);

// The shown times depend on the clock, which must not advance between the start of a call and its rendering.
beforeAll(() => {
  vi.useFakeTimers({ now: NOW_MS, toFake: ['Date'] });
});
afterAll(() => {
  vi.useRealTimers();
});

const fakeCallActions: CallActions = {
  place: async () => undefined,
  accept: async () => undefined,
  end: () => undefined,
  fold: () => undefined,
  unfold: () => undefined,
};
const partnerPerson = { uid: 'u2', name: 'MiraFina77', photoURL: null };
const pendingCall: PendingCall = {
  status: 'pending',
  callerOrReceiver: 'receiver',
  partner: partnerPerson,
  animationType: 'discord',
  placedAt: NOW_MS - 83_000,
  answering: false,
};
const acceptedCall: AcceptedCall = {
  status: 'accepted',
  callerOrReceiver: 'caller',
  partner: partnerPerson,
  animationType: 'discord',
  acceptedAt: NOW_MS - 62_000,
  room: { invite_link: 'https://discord.gg/abc123', response: 'not_moved' },
  folded: false,
  justAccepted: true,
};
const silentRing = { muted: false, blocked: false, wake: () => undefined };

const renderIncoming = (call: Partial<PendingCall> = {}, ring = silentRing) =>
  renderToStaticMarkup(
    <Root>
      <IncomingCall call={{ ...pendingCall, ...call }} actions={fakeCallActions} ring={ring} />
    </Root>,
  );
const renderSheet = (call: Partial<AcceptedCall>, celebrating = false) =>
  renderToStaticMarkup(
    <Root>
      <AcceptedSheet
        call={{ ...acceptedCall, ...call }}
        actions={fakeCallActions}
        ownSide={{ name: 'Dona_Crit', photoURL: null }}
        celebrating={celebrating}
      />
    </Root>,
  );

test('an incoming call is announced by name and can be declined or answered, the latter first', () => {
  const html = renderIncoming();
  expect(html).toMatch(/role="alert".*Chamada recebida.*<h2[^>]*dir="auto"[^>]*>MiraFina77<\/h2>/);
  expect(html).toContain('Recusar');
  expect(html).toMatch(/data-first="true"[^>]*>.*Atender/);
});

test('an answered call waits for the room and can still be cancelled', () => {
  const html = renderIncoming({ answering: true });
  expect(html).toContain('Abrindo a sala...');
  expect(html).toMatch(/aria-busy="true"[^>]*>.*Atender/);
  expect(html).toContain('Cancelar');
});

test('sound can be turned off, and turned on where the browser requires a gesture', () => {
  expect(renderIncoming()).toMatch(/aria-pressed="false" aria-label="Silenciar toque"/);
  expect(renderIncoming()).not.toContain('Tocar som');
  expect(renderIncoming({}, { ...silentRing, blocked: true })).toContain('Tocar som');
  const muted = renderIncoming({}, { ...silentRing, muted: true, blocked: true });
  expect(muted).toContain('aria-pressed="true"');
  expect(muted).not.toContain('Tocar som');
});

test('an outgoing call shows its duration', () => {
  const html = renderToStaticMarkup(
    <Root>
      <OutgoingCall call={pendingCall} actions={fakeCallActions} ring={silentRing} />
    </Root>,
  );
  expect(html).toContain('Chamando');
  expect(html).toMatch(/role="timer"[^>]*>01:23</);
});

test('an invite opens in another tab without opener or referrer', () => {
  const html = renderSheet({});
  expect(html).toContain('href="https://discord.gg/abc123"');
  expect(html).toMatch(/target="_blank" rel="noopener noreferrer"/);
  expect(html).not.toContain('movidos');
});

test('a person whom the bot moved sees a text about it, and no link', () => {
  const html = renderSheet({ room: { invite_link: null, response: 'moved' } });
  expect(html).toContain('Vocês foram movidos automaticamente para a sala.');
  expect(html).not.toContain('<a ');
});

test('a link to anywhere else is not shown', () => {
  const room = { invite_link: 'https://example.com/abc', response: 'not_moved' } as const;
  expect(renderSheet({ room })).not.toContain('example.com');
});

test('the sheet shows the logo only during the celebration', () => {
  expect(renderSheet({}, true)).toContain('/art/marca/icone.svg');
  expect(renderSheet({}, true)).toContain('guilda-claro.svg');
  expect(renderSheet({}, false)).not.toContain('/art/marca/');
});

test('the folded strip has name, time, join link, end and unfold buttons', () => {
  const html = renderToStaticMarkup(<FoldedCall call={acceptedCall} actions={fakeCallActions} />);
  expect(html).toContain('Abrir a ligação com MiraFina77');
  expect(html).toMatch(/role="timer"[^>]*>01:02</);
  expect(html).toContain('Entrar no Discord');
  expect(html).toContain('aria-label="Encerrar"');
});

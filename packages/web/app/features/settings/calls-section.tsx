import type { OwnUser } from '@guilda/contract/users';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../lib/api.ts';
import { noCallsText, useCallsOffered } from '../../lib/calls-offered.ts';
import { muteRing, useRingMuted } from '../../lib/ring-mute.ts';
import { keepPerson } from '../../lib/session.ts';
import { Switch } from '../../ui/switch.tsx';
import { toastError } from '../../ui/toast.ts';
import { SettingsSection } from './settings-section.tsx';

const RING = 'Toque das chamadas';

/** Whether calls sound on this device. */
function RingSwitch() {
  const muted = useRingMuted();
  return (
    <div className="row between toque">
      <div>
        <p className="b">{RING}</p>
        <p className="t-sm mute pre" id="toque-dica">
          {muted
            ? 'Neste aparelho, as ligações chegam em silêncio.'
            : 'Som ao receber e ao fazer ligações neste aparelho.'}
        </p>
      </div>
      <Switch
        checked={!muted}
        onChange={(on) => muteRing(!on)}
        label={RING}
        describedBy="toque-dica"
      />
    </div>
  );
}

/** The calls of this account; where there are none, that alone is said. */
export function CallsSection({ user }: { user: OwnUser }) {
  const offered = useCallsOffered();
  return (
    <SettingsSection id="ligacoes" title="Ligações">
      {offered ? <CallSwitches user={user} /> : <p className="pre">{noCallsText}</p>}
    </SettingsSection>
  );
}

/**
 * The call switch: shows the new state at once, then saves it. Success updates the stored person;
 * failure shows a toast and leaves the switch where it was put (`spec §4`).
 */
function CallSwitches({ user }: { user: OwnUser }) {
  const [on, setOn] = useState(user.canBeCalled);
  const save = useMutation({
    // One after the other, so that the last press is what the server keeps.
    scope: { id: 'calls' },
    mutationFn: (canBeCalled: boolean) => api().users.updateMe({ body: { canBeCalled } }),
    onSuccess: ({ uid, canBeCalled }) => keepPerson({ uid, canBeCalled }),
    onError: (error) => toastError(error),
  });
  const flip = (next: boolean) => {
    setOn(next);
    save.mutate(next);
  };
  const label = on ? 'Ligações Ativadas' : 'Deseja receber ligações?';
  return (
    <>
      <div className="row between">
        <div>
          <p className="b">{label}</p>
          <p className="t-sm mute pre">
            {on
              ? 'Quem conversa com você vê o botão de ligar.'
              : 'Enquanto estiver desligado, ninguém consegue ligar para você.'}
          </p>
          {on && user.discordId === null && (
            <p className="t-sm pre">
              Falta conectar sua conta do Discord em{' '}
              <Link className="link" to={{ hash: 'conta' }} replace>
                Conta
              </Link>
              .
            </p>
          )}
        </div>
        <Switch checked={on} onChange={flip} label={label} />
      </div>
      <RingSwitch />
    </>
  );
}

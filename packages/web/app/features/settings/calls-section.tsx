import type { OwnUser } from '@guilda/contract/accounts/users';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../lib/api/api.ts';
import { callsUnavailableText, useCallsOffered } from '../../lib/calls-offered.ts';
import { setRingMuted, useRingMuted } from '../../lib/ring-mute.ts';
import { storeUser } from '../../lib/session/session.ts';
import { toastError } from '../../ui/feedback/toast.ts';
import { Switch } from '../../ui/forms/switch.tsx';
import { settingsPath } from './sections.ts';
import * as section from './settings-section.module.css';
import { SettingsSection } from './settings-section.tsx';

const RINGTONE_LABEL = 'Toque das chamadas';

/** Switch for the ringtone on this device. */
function RingtoneSwitch() {
  const muted = useRingMuted();
  return (
    <div className={`row spaceBetween ${section.separated}`}>
      <div>
        <p className="bold">{RINGTONE_LABEL}</p>
        <p className="textSm muted pretty" id="toque-dica">
          {muted
            ? 'Neste aparelho, as ligações chegam em silêncio.'
            : 'Som ao receber e ao fazer ligações neste aparelho.'}
        </p>
      </div>
      <Switch
        checked={!muted}
        onChange={(isOn) => setRingMuted(!isOn)}
        label={RINGTONE_LABEL}
        describedBy="toque-dica"
      />
    </div>
  );
}

/** Call settings, or an explanation when calls are not offered. */
export function CallsSection({ user }: { user: OwnUser }) {
  const areCallsOffered = useCallsOffered();
  return (
    <SettingsSection id="ligacoes" title="Ligações">
      {areCallsOffered ? (
        <CallSwitches user={user} />
      ) : (
        <p className="pretty">{callsUnavailableText}</p>
      )}
    </SettingsSection>
  );
}

/**
 * Switch for accepting calls. It shows the new state at once and then saves it. After a failure a toast is shown and
 * the switch keeps its new position (`docs/product/calls.md`).
 */
function CallSwitches({ user }: { user: OwnUser }) {
  const [isOn, setIsOn] = useState(user.canBeCalled);
  const save = useMutation({
    // One request at a time, so that the state of the last press is the one stored.
    scope: { id: 'calls' },
    mutationFn: (canBeCalled: boolean) => api().users.updateMe({ body: { canBeCalled } }),
    onSuccess: ({ uid, canBeCalled }) => storeUser({ uid, canBeCalled }),
    onError: (error) => toastError(error),
  });
  const toggle = (next: boolean) => {
    setIsOn(next);
    save.mutate(next);
  };
  const label = isOn ? 'Ligações Ativadas' : 'Deseja receber ligações?';
  return (
    <>
      <div className="row spaceBetween">
        <div>
          <p className="bold">{label}</p>
          <p className="textSm muted pretty">
            {isOn
              ? 'Quem conversa com você vê o botão de ligar.'
              : 'Enquanto estiver desligado, ninguém consegue ligar para você.'}
          </p>
          {isOn && user.discordId === null && (
            <p className="textSm pretty">
              Falta conectar sua conta do Discord em{' '}
              <Link className="link" to={settingsPath('conta')}>
                Conta
              </Link>
              .
            </p>
          )}
        </div>
        <Switch checked={isOn} onChange={toggle} label={label} />
      </div>
      <RingtoneSwitch />
    </>
  );
}

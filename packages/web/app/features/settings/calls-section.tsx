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

const RINGTONE_LABEL = 'Toque das ligações';

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
 * Whether the person accepts calls, and a function that changes it. The new state is shown at once and then saved;
 * after a failure a toast is shown and the new state stays on screen.
 */
function useCanBeCalled({ canBeCalled: storedState }: OwnUser) {
  /** The state of the last press, until the account has it too; null when the account's own state is shown. */
  const [pressedState, setPressedState] = useState<boolean | null>(null);
  const save = useMutation({
    // One request at a time, so that the state of the last press is the one stored.
    scope: { id: 'calls' },
    mutationFn: (canBeCalled: boolean) => api().users.updateMe({ body: { canBeCalled } }),
    onSuccess: ({ uid, canBeCalled }) => storeUser({ uid, canBeCalled }),
    onError: (error) => toastError(error),
  });
  // While a request is under way, the account may still get the state of an earlier press.
  if (pressedState === storedState && !save.isPending) setPressedState(null);
  const toggle = (next: boolean) => {
    setPressedState(next);
    // Only the answer to the latest press gets here.
    save.mutate(next, { onSuccess: () => setPressedState(null) });
  };
  return { isOn: pressedState ?? storedState, toggle };
}

/** Switches for accepting calls and for the ringtone. */
function CallSwitches({ user }: { user: OwnUser }) {
  const { isOn, toggle } = useCanBeCalled(user);
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

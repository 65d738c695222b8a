import type { NoticeSettings } from '@guilda/contract/reach';
import { useState } from 'react';
import { FieldError } from '../../../ui/field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import type { ChangeSettings } from './use-notice-settings.ts';

interface Props {
  settings: NoticeSettings;
  change: ChangeSettings;
}

type Hours = NonNullable<NoticeSettings['quietHours']>;

const night: Hours = { from: '22:00', to: '07:00' };
const LABEL = 'Horário de silêncio';

/** This device's own zone; hours are chosen by the clock that the person sees. */
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `horário de Brasília` of `America/Sao_Paulo`. */
function readable(timeZone: string): string {
  const format = new Intl.DateTimeFormat('pt-BR', { timeZone, timeZoneName: 'longGeneric' });
  const name =
    format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  const words = name.replace(/^Horário( Padrão)? /, '');
  return `horário ${words}`;
}

function Hours({ hours, zone, save }: { hours: Hours; zone: string; save: (h: Hours) => void }) {
  const [draft, setDraft] = useState(hours);
  const same = draft.from === draft.to;
  const keep = () => {
    const whole = draft.from !== '' && draft.to !== '';
    const changed = draft.from !== hours.from || draft.to !== hours.to;
    if (whole && changed && !same) save(draft);
    if (!whole) setDraft(hours);
  };
  const field = (label: string, name: keyof Hours) => (
    <TextInput
      type="time"
      label={label}
      value={draft[name]}
      onChange={({ target }) => setDraft({ ...draft, [name]: target.value })}
      onBlur={keep}
      required
    />
  );
  return (
    <>
      <div className="fora-h">
        {field('Das', 'from')}
        {field('Até', 'to')}
      </div>
      {same && <FieldError>Escolha dois horários diferentes.</FieldError>}
      <p className="t-sm mute">Pelo {readable(zone)}.</p>
    </>
  );
}

/** When nothing but an order may reach the person. */
export function QuietHours({ settings, change }: Props) {
  const { quietHours, timeZone } = settings;
  const set = (hours: Hours | null) =>
    change((current) => ({
      ...current,
      quietHours: hours,
      timeZone: ownZone() || current.timeZone,
    }));
  return (
    <div className="fora-s">
      <div className="row between">
        <div>
          <p className="b">{LABEL}</p>
          <p className="t-sm mute pre">Nesse horário, só avisos de pedidos chegam a você.</p>
        </div>
        <Switch
          checked={quietHours !== null}
          onChange={(on) => set(on ? night : null)}
          label={LABEL}
        />
      </div>
      {quietHours && (
        <Hours
          key={`${quietHours.from}-${quietHours.to}`}
          hours={quietHours}
          zone={timeZone}
          save={set}
        />
      )}
    </div>
  );
}

import type { DeliveryPreferences } from '@guilda/contract/notifications/notification-delivery';
import { useState } from 'react';
import { FieldError } from '../../../ui/forms/field.tsx';
import { Switch } from '../../../ui/forms/switch.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import * as styles from './notifications-section.module.css';
import type { ChangePreferences } from './use-delivery-preferences.ts';

interface QuietHoursProps {
  settings: DeliveryPreferences;
  change: ChangePreferences;
}

type QuietHoursRange = NonNullable<DeliveryPreferences['quietHours']>;

const defaultQuietHours: QuietHoursRange = { from: '22:00', to: '07:00' };
const QUIET_HOURS_LABEL = 'Horário de silêncio';

/** Time zone of this device, in which the person chooses the hours. */
const deviceTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Name of a time zone: `horário de Brasília` for `America/Sao_Paulo`. */
function timeZoneText(timeZone: string): string {
  const format = new Intl.DateTimeFormat('pt-BR', { timeZone, timeZoneName: 'longGeneric' });
  const name =
    format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  const zoneName = name.replace(/^Horário( Padrão)? /, '');
  return `horário ${zoneName}`;
}

function HoursFields({
  hours,
  timeZone,
  save,
}: {
  hours: QuietHoursRange;
  timeZone: string;
  save: (hours: QuietHoursRange) => void;
}) {
  const [draft, setDraft] = useState(hours);
  const [shownHours, setShownHours] = useState(hours);
  // The draft follows the stored hours without new fields, because replacing the fields would lose the keyboard focus.
  // The objects are compared, because a failed save brings back equal hours that must replace the draft.
  if (hours !== shownHours) {
    setShownHours(hours);
    setDraft(hours);
  }
  const isEmptyRange = draft.from === draft.to;
  const saveDraft = () => {
    const isComplete = draft.from !== '' && draft.to !== '';
    const isChanged = draft.from !== hours.from || draft.to !== hours.to;
    if (isComplete && isChanged && !isEmptyRange) save(draft);
    if (!isComplete) setDraft(hours);
  };
  const timeField = (label: string, name: keyof QuietHoursRange) => (
    <TextInput
      type="time"
      label={label}
      value={draft[name]}
      onChange={({ target }) => setDraft({ ...draft, [name]: target.value })}
      onBlur={saveDraft}
      required
    />
  );
  return (
    <>
      <div className={styles.hours}>
        {timeField('Das', 'from')}
        {timeField('Até', 'to')}
      </div>
      {isEmptyRange && <FieldError>Escolha dois horários diferentes.</FieldError>}
      <p className="textSm muted">Pelo {timeZoneText(timeZone)}.</p>
    </>
  );
}

/** Settings of the hours in which only notifications about orders are delivered. */
export function QuietHours({ settings, change }: QuietHoursProps) {
  const { quietHours, timeZone } = settings;
  const setQuietHours = (hours: QuietHoursRange | null) =>
    change((current) => ({
      ...current,
      quietHours: hours,
      timeZone: deviceTimeZone() || current.timeZone,
    }));
  return (
    <div className={styles.quietHours}>
      <div className="row spaceBetween">
        <div>
          <p className="bold">{QUIET_HOURS_LABEL}</p>
          <p className="textSm muted pretty">
            Nesse horário, só avisos de pedidos e saques chegam a você.
          </p>
        </div>
        <Switch
          checked={quietHours !== null}
          onChange={(isOn) => setQuietHours(isOn ? defaultQuietHours : null)}
          label={QUIET_HOURS_LABEL}
        />
      </div>
      {quietHours && <HoursFields hours={quietHours} timeZone={timeZone} save={setQuietHours} />}
    </div>
  );
}

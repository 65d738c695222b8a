import { limits } from '@guilda/contract/limits';
import type { Outcome } from '@guilda/contract/moderation';
import clsx from 'clsx';
import { FieldError } from '../../../ui/field.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { type Offer, QuickReasons, SuspensionDays } from '../../deeds/index.ts';
import { quickReasons } from '../model/words.ts';
import type { VerdictForm } from './use-verdict-form.ts';

interface FieldsProps {
  form: VerdictForm;
  outcomes: readonly { value: Outcome; label: string }[];
  offers: readonly Offer[];
  /** Who reads the reason. */
  readers: string;
}

function OfferLine({ offer, form }: { offer: Offer; form: VerdictForm }) {
  const { key, label, hint, action } = offer;
  const on = form.picked.has(key);
  return (
    <li className={clsx(on && 'on')}>
      <label>
        <input type="checkbox" checked={on} onChange={() => form.toggle(key)} />
        <span className="cresce">
          <span className="b mod-p">{label}</span>
          <span className="t-xs mute mod-p">{hint}</span>
        </span>
      </label>
      {action === 'suspend' && on && <SuspensionDays value={form.days} onChange={form.setDays} />}
    </li>
  );
}

/** How it ends, what is done, and why: the same for one case and for several. */
export function VerdictFields({ form, outcomes, offers, readers }: FieldsProps) {
  const noOutcome = form.told !== undefined && form.outcome === null;
  return (
    <>
      {outcomes.length > 1 && (
        <fieldset className="mod-fins">
          <legend className="sr">Como termina</legend>
          {outcomes.map(({ value, label }) => (
            <label key={value} className={clsx(form.outcome === value && 'on')}>
              <input
                type="radio"
                name="fim"
                className="sr"
                checked={form.outcome === value}
                onChange={() => form.choose(value)}
              />
              {label}
            </label>
          ))}
        </fieldset>
      )}
      {noOutcome && (
        <div role="alert">
          <FieldError>{form.told}</FieldError>
        </div>
      )}
      {offers.length > 0 && (
        <ul className="mod-atos" aria-label="O que fazer">
          {offers.map((offer) => (
            <OfferLine key={offer.key} offer={offer} form={form} />
          ))}
        </ul>
      )}
      <TextArea
        label="Motivo"
        hint={readers}
        max={limits.moderationReason}
        value={form.reason}
        onChange={(event) => form.setReason(event.currentTarget.value)}
        error={noOutcome ? undefined : form.told}
      />
      {form.outcome !== null && (
        <QuickReasons
          reasons={quickReasons[form.outcome]}
          value={form.reason}
          onChange={form.setReason}
        />
      )}
    </>
  );
}

import { limits } from '@guilda/contract/limits';
import clsx from 'clsx';
import { FieldError } from '../../ui/field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import type { Deed } from './deeds.ts';
import { QuickReasons } from './quick-reasons.tsx';
import { reasonsAgainst, reasonsInFavour } from './reasons.ts';
import { SuspensionDays } from './suspension-days.tsx';
import type { DeedForm } from './use-deed-form.ts';

const givesBack: ReadonlySet<Deed['action']> = new Set(['restore', 'unblur', 'lift']);

function DeedLine({ deed, form }: { deed: Deed; form: DeedForm }) {
  const { label, hint, action, key } = deed;
  const on = form.deed?.key === key;
  return (
    <li className={clsx(on && 'on')}>
      <label>
        <input type="radio" name="ato" checked={on} onChange={() => form.choose(deed)} />
        <span className="cresce">
          <span className="b mod-p">{label}</span>
          <span className="t-xs mute mod-p">{hint}</span>
        </span>
      </label>
      {action === 'suspend' && on && <SuspensionDays value={form.days} onChange={form.setDays} />}
    </li>
  );
}

/** What to do, and why. */
export function DeedFields({ deeds, form }: { deeds: readonly Deed[]; form: DeedForm }) {
  const { deed, missing, reason, setReason } = form;
  return (
    <>
      <fieldset>
        <legend className="rotulo">O que fazer</legend>
        <ul className="mod-atos">
          {deeds.map((each) => (
            <DeedLine key={each.key} deed={each} form={form} />
          ))}
        </ul>
        {missing.deed && (
          <div role="alert">
            <FieldError>{missing.deed}</FieldError>
          </div>
        )}
      </fieldset>
      <TextArea
        label="Motivo"
        hint="A pessoa lê este texto."
        max={limits.moderationReason}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={missing.reason}
      />
      {deed && (
        <QuickReasons
          reasons={givesBack.has(deed.action) ? reasonsInFavour : reasonsAgainst}
          value={reason}
          onChange={setReason}
        />
      )}
    </>
  );
}

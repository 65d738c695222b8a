import { categories, categoryImage, categoryName } from '@guilda/contract/categories';
import clsx from 'clsx';
import { useId } from 'react';
import { FieldError } from '../../../ui/field.tsx';

interface CategoryPickerProps {
  /** The chosen slug; empty for none. */
  value: string;
  onChange: (slug: string) => void;
  error?: string | undefined;
}

/**
 * Exactly one category (`spec §2`): once one is chosen the others are disabled; pressing it again frees
 * them all. The category for adults takes no services until ages can be verified.
 */
export function CategoryPicker({ value, onChange, error }: CategoryPickerProps) {
  const id = useId();
  const described = clsx(error && `${id}-e`, `${id}-a`);
  return (
    <fieldset className="campo" data-invalid={error ? '' : undefined} aria-describedby={described}>
      <legend className="rotulo">
        Categoria <span className="mute">(só uma; toque de novo para trocar)</span>
      </legend>
      <div className="pick">
        {categories.map((category) => {
          const { slug, adult } = category;
          const chosen = slug === value;
          return (
            <button
              key={slug}
              type="button"
              className={clsx(chosen && 'on')}
              aria-pressed={chosen}
              aria-describedby={adult ? `${id}-a` : undefined}
              disabled={adult || (value !== '' && !chosen)}
              onClick={() => onChange(chosen ? '' : slug)}
            >
              <img src={categoryImage(slug)} alt="" width={96} height={48} loading="lazy" />
              <span>{categoryName(category)}</span>
            </button>
          );
        })}
      </div>
      {error && <FieldError id={`${id}-e`}>{error}</FieldError>}
      <p className="t-xs mute" id={`${id}-a`}>
        Nudez (+18) abre só para quem teve a idade verificada.
      </p>
    </fieldset>
  );
}

import { categories, categoryImage, categoryName } from '@guilda/contract/services/categories';
import clsx from 'clsx';
import { useId } from 'react';
import { useSession } from '../../../lib/session/session.ts';
import { NewTabLink } from '../../../ui/actions/new-tab-link.tsx';
import { artURL } from '../../../ui/display/art-url.ts';
import * as field from '../../../ui/forms/field.module.css';
import { FieldError } from '../../../ui/forms/field.tsx';
import * as styles from './category-picker.module.css';

interface CategoryPickerProps {
  /** Slug of the chosen category; empty for none. */
  value: string;
  onChange: (slug: string) => void;
  disabled?: boolean | undefined;
  error?: string | undefined;
}

/**
 * Selects exactly one category: while a category is chosen the others are disabled, and pressing the chosen category
 * again enables the others. The category for adults requires an approved age check.
 */
export function CategoryPicker({ value, onChange, disabled, error }: CategoryPickerProps) {
  const id = useId();
  const user = useSession((state) => state.user);
  const isAgeVerified = user?.ageVerified ?? false;
  const isProfileComplete = Boolean(user?.photoURL && user.bio);
  const describedBy = clsx(error && `${id}-e`, `${id}-a`);
  return (
    <fieldset
      className={field.field}
      data-ui="field"
      data-invalid={error ? '' : undefined}
      aria-describedby={describedBy}
    >
      <legend className={field.label} data-ui="label">
        Categoria <span className="muted">(só uma; toque de novo para trocar)</span>
      </legend>
      <div className={styles.picker}>
        {categories.map((category) => {
          const { slug, adult } = category;
          const isChosen = slug === value;
          const isLocked = adult && !isAgeVerified;
          return (
            <button
              key={slug}
              type="button"
              className={clsx(isChosen && styles.chosen)}
              aria-pressed={isChosen}
              aria-describedby={isLocked ? `${id}-a` : undefined}
              disabled={disabled || (isLocked && !isChosen) || (value !== '' && !isChosen)}
              onClick={() => onChange(isChosen ? '' : slug)}
            >
              <img src={artURL(categoryImage(slug))} alt="" width={96} height={48} loading="lazy" />
              <span>{categoryName(category)}</span>
            </button>
          );
        })}
      </div>
      {error && <FieldError id={`${id}-e`}>{error}</FieldError>}
      <p className="textXs muted" id={`${id}-a`}>
        Nudez (+18) abre só para quem teve a idade verificada
        {isAgeVerified ? ', com foto e bio no perfil. ' : '. '}
        {!isAgeVerified && <NewTabLink to="/category/nudez">Verificar minha idade</NewTabLink>}
        {isAgeVerified && !isProfileComplete && (
          <NewTabLink to="/user/settings">Completar perfil</NewTabLink>
        )}
      </p>
    </fieldset>
  );
}

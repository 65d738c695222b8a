import Star from 'lucide-react/icons/star';
import { useId, useState } from 'react';
import * as field from './field.module.css';
import * as styles from './stars-input.module.css';

const ratingWords = ['Péssimo', 'Ruim', 'Bom', 'Muito bom', 'Excelente'] as const;

interface StarsInputProps {
  /** The rating from 1 to 5; 0 for none. */
  value: number;
  onChange: (value: number) => void;
  legend?: string | undefined;
  name?: string | undefined;
  disabled?: boolean | undefined;
}

/** Input for a rating: a radio group of 44 px stars, with a word for the selected rating beside it. */
export function StarsInput({
  value,
  onChange,
  legend = 'Sua nota',
  name,
  disabled,
}: StarsInputProps) {
  const id = useId();
  const [hovered, setHovered] = useState<number | null>(null);
  const shownValue = hovered ?? value;
  return (
    <fieldset className={field.field} data-ui="field" disabled={disabled}>
      <legend className={field.label}>{legend}</legend>
      <div className={`row ${styles.line}`}>
        <div className={styles.stars} onPointerLeave={() => setHovered(null)}>
          {ratingWords.map((word, index) => {
            const step = index + 1;
            return (
              <label
                key={word}
                data-empty={step > shownValue || undefined}
                onPointerEnter={() => setHovered(step)}
              >
                <input
                  type="radio"
                  className="srOnly"
                  name={name ?? id}
                  value={step}
                  checked={value === step}
                  onChange={() => {
                    setHovered(null);
                    onChange(step);
                  }}
                />
                <span className="srOnly">{`${step} de 5, ${word}`}</span>
                <Star className="icon" />
              </label>
            );
          })}
        </div>
        <span className="bold" aria-hidden="true">
          {ratingWords[shownValue - 1] ?? ''}
        </span>
      </div>
    </fieldset>
  );
}

import clsx from 'clsx';
import Star from 'lucide-react/icons/star';
import { useId, useState } from 'react';

const words = ['Péssimo', 'Ruim', 'Bom', 'Muito bom', 'Excelente'] as const;

interface StarsInputProps {
  /** 1 to 5. */
  value: number;
  onChange: (value: number) => void;
  legend?: string | undefined;
  name?: string | undefined;
  disabled?: boolean | undefined;
}

/** A rating as a group of radio buttons, each star 44 px, with the word of the choice beside. */
export function StarsInput({
  value,
  onChange,
  legend = 'Sua nota',
  name,
  disabled,
}: StarsInputProps) {
  const id = useId();
  const [hovered, setHovered] = useState<number | null>(null);
  const shown = hovered ?? value;
  return (
    <fieldset className="campo" disabled={disabled}>
      <legend className="rotulo">{legend}</legend>
      <div className="row votar-l">
        <div className="votar" onPointerLeave={() => setHovered(null)}>
          {words.map((word, index) => {
            const step = index + 1;
            return (
              <label
                key={word}
                className={clsx(step > shown && 'z')}
                onPointerEnter={() => setHovered(step)}
              >
                <input
                  type="radio"
                  className="sr"
                  name={name ?? id}
                  value={step}
                  checked={value === step}
                  onChange={() => {
                    setHovered(null);
                    onChange(step);
                  }}
                />
                <span className="sr">{`${step} de 5, ${word}`}</span>
                <Star className="i" />
              </label>
            );
          })}
        </div>
        <span className="b" aria-hidden="true">
          {words[shown - 1] ?? ''}
        </span>
      </div>
    </fieldset>
  );
}

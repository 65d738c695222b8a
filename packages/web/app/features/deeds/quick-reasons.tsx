import { Chip } from '../../ui/chip.tsx';

interface QuickReasonsProps {
  reasons: readonly string[];
  value: string;
  onChange: (text: string) => void;
}

/** Reasons that are often the right ones; pressing one fills in the text. */
export function QuickReasons({ reasons, value, onChange }: QuickReasonsProps) {
  return (
    <fieldset className="row g1 mod-chips mod-rapidas">
      <legend className="sr">Motivos prontos</legend>
      {reasons.map((text) => (
        <Chip key={text} pressed={value === text} onClick={() => onChange(text)}>
          {text}
        </Chip>
      ))}
    </fieldset>
  );
}

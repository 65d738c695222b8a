import EyeOff from 'lucide-react/icons/eye-off';

interface AdultVeilProps {
  onReveal: () => void;
  /** What lies below. */
  text?: string | undefined;
}

/** Covers what is for adults until it is pressed. What lies below is blurred by its parent. */
export function AdultVeil({ onReveal, text = 'Conteúdo +18' }: AdultVeilProps) {
  return (
    <button type="button" className="veu" onClick={onReveal}>
      <EyeOff className="i" aria-hidden="true" />
      <span>{text}</span>
      <small>Toque para ver</small>
    </button>
  );
}

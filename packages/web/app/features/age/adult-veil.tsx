import EyeOff from 'lucide-react/icons/eye-off';
import * as styles from '../../ui/display/veil.module.css';

interface AdultVeilProps {
  onReveal: () => void;
  /** Text that names the hidden content. */
  text?: string | undefined;
}

/** Button that covers content for adults until it is pressed. The parent blurs the content. */
export function AdultVeil({ onReveal, text = 'Conteúdo +18' }: AdultVeilProps) {
  return (
    <button type="button" data-ui="veil" className={styles.veil} onClick={onReveal}>
      <EyeOff className="icon" aria-hidden="true" />
      <span>{text}</span>
      <small>Toque para ver</small>
    </button>
  );
}

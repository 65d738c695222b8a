import ArrowUp from 'lucide-react/icons/arrow-up';
import { Button } from '../../ui/actions/button.tsx';
import * as communityStyles from './feed/community.module.css';

interface ShowNewEntriesButtonProps {
  /** Text of the button: how many entries of which kind are new, such as `3 novas publicações`; undefined hides the button. */
  label: string | undefined;
  /** Text for screen readers; announced once, not again when further entries arrive. */
  news: string;
  loading?: boolean | undefined;
  onShow: () => void;
}

/** Button that adds new entries above a list. The list itself never grows at its top without a press. */
export function ShowNewEntriesButton({ label, news, loading, onShow }: ShowNewEntriesButtonProps) {
  return (
    <>
      <p className="srOnly" role="status">
        {label && news}
      </p>
      {label && (
        <div className={communityStyles.fresh}>
          <Button
            icon={<ArrowUp className="icon" aria-hidden="true" />}
            loading={loading}
            onClick={onShow}
          >
            {label}
          </Button>
        </div>
      )}
    </>
  );
}

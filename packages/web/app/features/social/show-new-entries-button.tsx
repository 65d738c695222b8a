import ArrowUp from 'lucide-react/icons/arrow-up';
import { Button } from '../../ui/actions/button.tsx';
import * as communityStyles from './feed/community.module.css';

interface ShowNewEntriesButtonProps {
  /** The number of new entries with their name; undefined while there are none. */
  label: string | undefined;
  /** Announced once to screen readers, however many entries follow. */
  news: string;
  loading?: boolean | undefined;
  onShow: () => void;
}

/** A button that adds new entries above a list; the list never grows upwards by itself. */
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

import { Link } from 'react-router';

/** The wordmark as the way home. */
export function Logo() {
  return (
    <Link className="marca" to="/" aria-label="Guilda, início">
      <img src="/art/marca/guilda-claro.svg" alt="" width={121} height={34} />
    </Link>
  );
}

import { Link } from 'react-router';

/** The twentieth place of the wall: every ficha there is. */
export function AllServicesTile() {
  return (
    <Link to="/search/services" className="ladrilho tudo">
      <span>Todas as fichas</span>
    </Link>
  );
}

import { data } from 'react-router';

/** Every address no page claims: the shell's error boundary shows the 404 page. */
export function loader(): never {
  throw data(null, { status: 404 });
}

export default function NotFoundRoute() {
  return null;
}

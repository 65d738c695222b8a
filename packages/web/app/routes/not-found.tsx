import { data } from 'react-router';

/** Loader for every address without a page; the error boundary of the layout shows the 404 page. */
export function loader(): never {
  throw data(null, { status: 404 });
}

export default function NotFoundRoute() {
  return null;
}

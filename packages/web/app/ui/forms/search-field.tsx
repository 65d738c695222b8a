import { limits } from '@guilda/contract/limits';
import Search from 'lucide-react/icons/search';
import { type FormEvent, type ReactNode, type RefObject, useRef } from 'react';
import { useNavigate } from 'react-router';

interface SearchFieldProps {
  /** The search text in the address; another text resets the field. */
  q: string;
  /** Path of the page with the results; also the form's target before hydration. */
  page: string;
  className: string;
  input?: RefObject<HTMLInputElement | null> | undefined;
  /** Content after the field. */
  children?: ReactNode;
}

/** A search field that opens `page?q=`; a blank text does nothing. */
export function SearchField({ q, page, className, input, children }: SearchFieldProps) {
  const own = useRef<HTMLInputElement>(null);
  const field = input ?? own;
  const navigate = useNavigate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = field.current?.value.trim() ?? '';
    if (text === '') return field.current?.focus();
    // Closes the on-screen keyboard of phones.
    field.current?.blur();
    void navigate(`${page}?q=${encodeURIComponent(text)}`);
  };
  return (
    <form className={className} action={page} onSubmit={submit}>
      <button type="submit" aria-label="Buscar">
        <Search className="icon" aria-hidden="true" />
      </button>
      <input
        key={q}
        ref={field}
        name="q"
        type="search"
        defaultValue={q}
        aria-label="Buscar"
        placeholder="Buscar serviços e pessoas"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={limits.searchText}
      />
      {children}
    </form>
  );
}

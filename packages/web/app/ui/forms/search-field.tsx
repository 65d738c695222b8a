import { limits } from '@guilda/contract/limits';
import Search from 'lucide-react/icons/search';
import { type FormEvent, type ReactNode, type RefObject, useRef } from 'react';
import { useNavigate } from 'react-router';

interface SearchFieldProps {
  /** The text of the address; another one is a new field. */
  q: string;
  /** The page that shows what is found; works as the form's target before scripts do. */
  page: string;
  className: string;
  input?: RefObject<HTMLInputElement | null> | undefined;
  /** Stands after the field. */
  children?: ReactNode;
}

/** A field that leads to `page?q=`; a blank text leads nowhere. */
export function SearchField({ q, page, className, input, children }: SearchFieldProps) {
  const own = useRef<HTMLInputElement>(null);
  const field = input ?? own;
  const navigate = useNavigate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = field.current?.value.trim() ?? '';
    if (text === '') return field.current?.focus();
    // Puts away the keyboard of a phone.
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

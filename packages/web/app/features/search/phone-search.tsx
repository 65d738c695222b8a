import { limits } from '@guilda/contract/limits';
import Search from 'lucide-react/icons/search';
import { type FormEvent, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { searchPath } from './search-query.ts';

interface PhoneSearchProps {
  q: string;
  /** The page that shows what is found. */
  page?: Parameters<typeof searchPath>[0];
  /** Ready to type at once. */
  focused?: boolean | undefined;
}

/** The search field of small screens, which have none in the top bar. */
export function PhoneSearch({ q, page = '/search', focused }: PhoneSearchProps) {
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    // On wide screens it is not displayed, and what is not displayed takes no focus.
    if (focused) input.current?.focus({ preventScroll: true });
  }, [focused]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = input.current?.value.trim() ?? '';
    if (text === '') return input.current?.focus();
    input.current?.blur();
    void navigate(searchPath(page, text));
  };
  return (
    <search>
      <form className="busca-m so-mob flx" action={page} onSubmit={submit}>
        <button type="submit" aria-label="Buscar">
          <Search className="i" aria-hidden="true" />
        </button>
        <input
          // A new query in the address is a new field.
          key={q}
          ref={input}
          name="q"
          type="search"
          defaultValue={q}
          aria-label="Buscar"
          placeholder="Buscar serviços e pessoas"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={limits.searchText}
        />
      </form>
    </search>
  );
}

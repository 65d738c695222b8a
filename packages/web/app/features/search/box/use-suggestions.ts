import { limits } from '@guilda/contract/limits';
import type { Suggestions } from '@guilda/contract/services/search';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.ts';

const noSuggestions: Suggestions = { categories: [], services: [], users: [] };

/** Returns the text once the person has stopped typing for `limits.suggestionPauseMs`. */
function useTextAfterPause(text: string): string {
  const [settledText, setSettledText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettledText(text), limits.suggestionPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settledText;
}

/**
 * Whether suggestions for one text can stay on screen while those for the other are loading: one text begins with the
 * other.
 */
const isOneBeginningOfOther = (firstText: string, secondText: string) =>
  firstText.startsWith(secondText) || secondText.startsWith(firstText);

/**
 * Suggestions for a text that is being typed. A request is cancelled when the text changes. While the next answer is
 * loading, the previous one stays if one text begins with the other. Empty after a failure, because searching works
 * without suggestions.
 */
export function useSuggestions(searchText: string): { suggestions: Suggestions; busy: boolean } {
  const settledText = useTextAfterPause(searchText);
  const uid = useSession(({ user }) => user?.uid ?? null);
  const { data, isError, isFetching } = useQuery({
    queryKey: ['suggestions', uid, settledText],
    queryFn: async ({ signal }) => ({
      of: settledText,
      suggestions: await api().search.suggest({ query: { q: settledText } }, { signal }),
    }),
    enabled: settledText !== '',
    placeholderData: keepPreviousData,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const shownData =
    data && !isError && searchText !== '' && isOneBeginningOfOther(searchText, data.of);
  return {
    suggestions: shownData ? data.suggestions : noSuggestions,
    busy: searchText !== settledText || isFetching,
  };
}

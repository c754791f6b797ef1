import { useSearchParams } from 'react-router-dom';
import { useDebouncedText } from '#parts/use-debounced-text.ts';
import { SearchInput } from '#ui/search-input.tsx';

const SEARCH_DELAY_MS = 200;
const LONGEST_SEARCH = 200;

/** What the address looks for in the rows. */
export function useRowSearch(): [search: string, setSearch: (search: string) => void] {
  const [searchParams, setSearchParams] = useSearchParams();
  const setSearch = (search: string) =>
    setSearchParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (search === '') after.delete('q');
        else after.set('q', search);
        return after;
      },
      { replace: true },
    );
  return [(searchParams.get('q') ?? '').slice(0, LONGEST_SEARCH), setSearch];
}

export function RowSearch() {
  const [search, setSearch] = useRowSearch();
  const [text, type] = useDebouncedText(search, setSearch, SEARCH_DELAY_MS);
  return (
    <SearchInput
      label="Поиск в изменении"
      placeholder="Название или артикул"
      value={text}
      onChange={type}
      hasKeyHint
      className="w-full md:w-85"
    />
  );
}
